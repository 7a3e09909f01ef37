/** cannon-es: no cloth of its own; particles with distance constraints between them, as in its example of a cloth. */
import { heldBy } from '../heap.ts';
import type { Cloth, Peer } from './peer.ts';
import { FRAME } from './peer.ts';
import { type ClothScene, DAMPING, GRAVITY } from './scenes.ts';

type Cannon = typeof import('cannon-es');

export const cannon: Peer = {
  id: 'cannon',
  title: 'cannon-es, 1 thread',
  package: 'cannon-es',
  unit: 'iterations',
  iterations: 10,
  others: [50],
  files: ['dist/cannon-es.js'],
  load: async () => {
    const Cannon = await import('cannon-es');
    return {
      create: async (scene, iterations) => ({
        ...clothOf(Cannon, scene, iterations),
        bytes: () => heldBy(() => usedOnce(clothOf(Cannon, scene, iterations))),
      }),
      dispose: () => {},
    };
  },
};

function clothOf(Cannon: Cannon, scene: ClothScene, iterations: number): Cloth {
  const { positions, springs, pins, mass } = scene;
  const world = new Cannon.World({ gravity: new Cannon.Vec3(0, GRAVITY, 0) });
  (world.solver as InstanceType<Cannon['GSSolver']>).iterations = iterations;
  const particles = positions.length / 3;
  const shape = new Cannon.Particle();
  const bodies = Array.from({ length: particles }, (_, i) => {
    const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
    const body = new Cannon.Body({
      mass: pins.includes(i) ? 0 : mass / particles,
      position: new Cannon.Vec3(x, y, z),
      shape,
      linearDamping: 1 - Math.exp(-DAMPING), // the share lost in a second
      collisionFilterMask: 0,
    });
    world.addBody(body);
    return body;
  });
  for (let s = 0; s < springs.length; s += 2)
    world.addConstraint(new Cannon.DistanceConstraint(bodies[springs[s]], bodies[springs[s + 1]]));
  return {
    frame: () => world.step(FRAME),
    read: (target) => {
      bodies.forEach(({ position: { x, y, z } }, i) => {
        target.set([x, y, z], 3 * i);
      });
    },
    dispose: () => {},
  };
}

/** After a frame it swaps its tables of all pairs of bodies, and with the next one fills the first of them. */
function usedOnce(cloth: Cloth): Cloth {
  for (let frame = 0; frame < 2; frame++) cloth.frame();
  return cloth;
}
