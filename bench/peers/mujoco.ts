/**
 * MuJoCo's flex. The scene's springs are the elements of a flex of dimension 1 with an equality constraint an edge, which is how
 * MuJoCo does cloth that hardly stretches; its passive edge springs are explicit and leave the numbers at 1e5 N/m. At its own
 * count everything is at its defaults, its time step of 2 ms being eight a frame. Other counts have constraints as stiff as
 * their step permits (solref of two steps). Conjugate gradients, because its other solvers take longer here.
 */
import type { MainModule } from '@mujoco/mujoco';
import type { Cloth, Peer } from './peer.ts';
import { FRAME } from './peer.ts';
import { type ClothScene, DAMPING, GRAVITY } from './scenes.ts';

const STEPS = 8;

export const mujoco: Peer = {
  id: 'mujoco',
  title: 'MuJoCo flex, 1 thread',
  package: '@mujoco/mujoco',
  unit: 'steps',
  iterations: STEPS,
  others: [16],
  files: ['mujoco.js', 'mujoco.wasm'],
  load: async () => {
    const { default: load } = await import('@mujoco/mujoco');
    const Mujoco = await load();
    return { create: async (scene, steps) => clothOf(Mujoco, scene, steps), dispose: () => {} };
  },
};

function clothOf(Mujoco: MainModule, scene: ClothScene, steps: number): Cloth {
  const model = Mujoco.MjModel.from_xml_string(fileOf(scene, steps));
  const particles = scene.positions.length / 3;
  model.dof_damping.fill((DAMPING * scene.mass) / particles); // N s/m
  const data = new Mujoco.MjData(model);
  return {
    bytes: () => model.nbuffer + data.nbuffer + data.maxuse_arena,
    frame: () => {
      for (let step = 0; step < steps; step++) Mujoco.mj_step(model, data);
    },
    read: (places) => places.set(data.flexvert_xpos),
    dispose: () => {
      data.delete();
      model.delete();
    },
  };
}

/** The scene in MuJoCo's own format. A state that leaves the numbers is not put back to the start, so that it is seen. */
function fileOf({ positions, springs, pins, mass }: ClothScene, steps: number): string {
  const timestep = FRAME / steps;
  const stiff = steps === STEPS ? '' : `solref="${2 * timestep} 1" solimp="0.99 0.99 0.001"`;
  // Its own guess at the memory of a step does not fit into WebAssembly. Far more than is used: about 1.5 kB a particle.
  const megabytes = 16 + Math.ceil(positions.length / 300);
  return `<mujoco>
  <size memory="${megabytes}M"/>
  <option gravity="0 ${GRAVITY} 0" timestep="${timestep}" solver="CG">
    <flag contact="disable" autoreset="disable"/>
  </option>
  <worldbody>
    <body name="held">
      <flexcomp name="cloth" type="direct" dim="1" mass="${mass}" radius="0.001"
          point="${positions.join(' ')}" element="${springs.join(' ')}">
        <edge equality="true" ${stiff}/>
        <contact contype="0" conaffinity="0" selfcollide="none"/>
        <pin id="${pins.join(' ')}"/>
      </flexcomp>
    </body>
  </worldbody>
</mujoco>`;
}
