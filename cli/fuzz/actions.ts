/**
 * What one may do to a running world, each with random arguments, which are data: a script can be written down and played again. What
 * World can do that is not here is named in test/fuzz/actions.test.ts, with the reason.
 */
import type { Grab, Ray, Settings, Snapshot, Vec3, World } from '../../engine/index.ts';
import { METHODS, SNAPS } from '../../engine/index.ts';
import type { Random } from './random.ts';

/** Before which step, and what. */
export interface Action {
  readonly step: number;
  readonly do: string;
  readonly with: readonly unknown[];
}

/** A world with what a script holds on to. */
export interface Session {
  readonly world: World;
  readonly grabs: Grab[];
  snapshot?: Snapshot;
}

interface Kind {
  /** The methods of World it calls. */
  readonly calls: readonly (keyof World)[];
  /** Random arguments; undefined where the world has nothing for it. */
  random(random: Random, world: World): readonly unknown[] | undefined;
  play(session: Session, given: readonly never[]): unknown;
}

const kind = <A extends readonly unknown[]>(
  calls: readonly (keyof World)[],
  random: (random: Random, world: World) => A | undefined,
  play: (session: Session, given: A) => unknown,
): Kind => ({ calls, random, play: play as unknown as Kind['play'] });

const someId = (random: Random, { model }: World) => random.whole(0, model.particles - 1);

/** Where a particle began, and up to so many metres from it. */
function nearParticle(random: Random, { model }: World, id: number, most: number): Vec3 {
  const [x, y, z] = random.vector(most);
  const { positions } = model;
  return [positions[3 * id] + x, positions[3 * id + 1] + y, positions[3 * id + 2] + z];
}

function someRay(random: Random, world: World): Ray {
  const origin = random.vector(2);
  const target = nearParticle(random, world, someId(random, world), 0.1);
  return { origin, direction: target.map((part, c) => part - origin[c] || 1e-3) as unknown as Vec3 };
}

const someSettings = (random: Random): Settings =>
  random.pick<() => Settings>([
    () => ({ timestep: random.pick([1 / 60, 1 / 240, 1 / 480]) }),
    () => ({ substeps: random.pick<number | 'auto'>(['auto', 1, 2, 3]) }),
    () => ({ gravity: random.vector(20) }),
    () => ({ damping: random.scale(0.1, 100) }),
    () => ({ stiffnessDamping: random.pick([0, 1e-3]) }),
    () => ({ smoothing: random.pick([0, 10]) }),
    () => ({ method: { id: random.pick(METHODS).id } }),
  ])();

const attached = (random: Random, world: World) => {
  const particles = [someId(random, world)];
  const { colliders } = world;
  const forms = [
    { rail: [random.vector(0.5), random.vector(0.5)], friction: random.next() },
    { plane: { point: random.vector(0.5), normal: random.vector(1) } },
    { with: [someId(random, world)] },
    ...(colliders.length > 0
      ? [{ collider: random.whole(0, colliders.length - 1), snap: random.pick(SNAPS) }]
      : []),
  ];
  return { name: 'fuzz', particles, ...random.pick(forms) };
};

export const ACTIONS: Readonly<Record<string, Kind>> = {
  grab: kind(
    ['grab'],
    (random, world) => {
      const id = someId(random, world);
      const radius = random.chance(0.3) ? 0.2 : 0;
      const options = {
        kind: random.pick(['spring', 'hard'] as const),
        radius,
        ...(random.chance(0.3) && { stiffness: random.scale(1, 1e6), damping: random.scale(0.01, 1e4) }),
      };
      return [id, nearParticle(random, world, id, 0.05), options] as const;
    },
    ({ world, grabs }, [id, place, options]) => {
      grabs.push(world.grab(id, place, options));
    },
  ),
  drag: kind(
    [],
    (random) => [random.vector(0.7)] as const,
    ({ grabs }, [place]) => grabs.at(-1)?.moveTo(place),
  ),
  letGo: kind(
    [],
    () => [] as const,
    ({ grabs }) => grabs.pop()?.release(),
  ),
  pin: kind(
    ['pin'],
    (random, world) => [someId(random, world)] as const,
    ({ world }, [id]) => world.pin(id),
  ),
  pinAt: kind(
    ['pin', 'isPinned'],
    (random, world) => {
      const id = someId(random, world);
      return [id, nearParticle(random, world, id, 0.1)] as const;
    },
    ({ world }, [id, place]) => {
      world.pin(id, place);
      if (!world.isPinned(id)) throw new Error(`particle ${id} was pinned but no longer is`);
    },
  ),
  unpin: kind(
    ['unpin'],
    (random, world) => [someId(random, world)] as const,
    ({ world }, [id]) => world.unpin(id),
  ),
  move: kind(
    ['move'],
    (random, world) => {
      const id = someId(random, world);
      return [id, nearParticle(random, world, id, 0.1)] as const;
    },
    ({ world }, [id, place]) => world.move(id, place),
  ),
  push: kind(
    ['setForce'],
    (random, world) => [someId(random, world), random.vector(random.pick([1, 10]))] as const,
    ({ world }, [id, force]) => world.setForce(id, force),
  ),
  pushAll: kind(
    ['setForces'],
    (random) => [random.chance(0.3) ? ([0, 0, 0] as Vec3) : random.vector(0.1)] as const,
    ({ world }, [force]) => world.setForces(force),
  ),
  tear: kind(
    ['tear'],
    (random, { model }) => (model.springs > 0 ? ([random.whole(0, model.springs - 1)] as const) : undefined),
    ({ world }, [spring]) => world.tear(spring),
  ),
  cut: kind(
    ['cut'],
    (random) => [[random.vector(1), random.vector(1), random.vector(1)]] as const,
    ({ world }, [polygon]) => world.cut(polygon),
  ),
  cutStroke: kind(
    ['cutStroke'],
    (random, world) => [[1, 2, 3].map(() => someRay(random, world)), { goesOn: random.chance(0.3) }] as const,
    ({ world }, [rays, options]) => world.cutStroke(rays, options),
  ),
  shoot: kind(
    ['shoot', 'magazine'],
    (random, { magazine }) =>
      magazine.balls > 0
        ? ([{ from: random.vector(1), velocity: random.vector(random.pick([3, 10, 30])) }] as const)
        : undefined,
    ({ world }, [shot]) => {
      world.shoot(shot);
    },
  ),
  gust: kind(
    ['gust', 'wind'],
    (random) =>
      [
        { direction: random.vector(1), strength: random.between(0, 20), duration: random.between(0.01, 0.5) },
      ] as const,
    ({ world }, [gust]) => world.gust(gust),
  ),
  moveCollider: kind(
    ['moveCollider', 'colliders'],
    (random, { colliders }) =>
      colliders.length > 0
        ? ([
            random.whole(0, colliders.length - 1),
            { position: random.vector(0.4), ...(random.chance(0.3) && { rotation: random.vector(180) }) },
          ] as const)
        : undefined,
    ({ world }, [which, place]) => world.moveCollider(which, place),
  ),
  attach: kind(
    ['attach', 'attachments'],
    (random, world) => [attached(random, world)] as const,
    ({ world }, [attachment]) => world.attach(attachment),
  ),
  release: kind(
    ['release'],
    (random, world) =>
      [random.chance(0.5) && world.attachments.length > 0 ? 'fuzz' : [someId(random, world)]] as const,
    ({ world }, [which]) => world.release(which),
  ),
  configure: kind(
    ['configure'],
    (random) => [someSettings(random)] as const,
    ({ world }, [settings]) => world.configure(settings),
  ),
  prepare: kind(
    ['prepare'],
    (random) => [{ method: { id: random.pick(METHODS).id } }] as const,
    ({ world }, [settings]) => world.prepare(settings),
  ),
  throwAll: kind(
    ['write'],
    (random) => [random.vector(3)] as const,
    ({ world }, [velocity]) => {
      const { particles } = world.model;
      world.write({ velocities: Float32Array.from({ length: 3 * particles }, (_, k) => velocity[k % 3]) });
    },
  ),
  snapshot: kind(
    ['snapshot'],
    () => [] as const,
    async (session) => {
      session.snapshot = await session.world.snapshot();
    },
  ),
  restore: kind(
    ['restore'],
    () => [] as const,
    ({ world, snapshot }) => snapshot && world.restore(snapshot),
  ),
  pick: kind(
    ['pick'],
    (random, world) => [someRay(random, world)] as const,
    ({ world }, [ray]) => world.pick(ray),
  ),
  /** Read while steps are under way: whatever comes back, the steps go on as if nobody had. */
  readAll: kind(
    ['read', 'view', 'hash', 'readTriangles', 'readTears', 'readTorn', 'readSplit', 'statistics', 'memory'],
    () => [] as const,
    async ({ world }) => {
      world.memory();
      await Promise.all([
        world.read(),
        world.view(),
        world.hash(),
        world.readTriangles(),
        world.readTears(),
        world.readTorn(),
        world.readSplit(),
        world.statistics(),
      ]);
    },
  ),
};

/** A script for so many steps. */
export function randomScript(random: Random, world: World, steps: number): Action[] {
  if (random.chance(0.4)) return [];
  const names = Object.keys(ACTIONS);
  return Array.from({ length: random.whole(1, 8) }, () => {
    const name = random.pick(names);
    const given = ACTIONS[name].random(random, world);
    return given && { step: random.whole(0, steps - 1), do: name, with: given };
  })
    .filter((action) => action !== undefined)
    .sort((a, b) => a.step - b.step);
}
