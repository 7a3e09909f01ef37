/** The two cloths of [PNF18] and [NP17], from the scene files, at any size. */
import { createWorld, type World } from '../../engine/index.ts';
import { buildScene, validateScene } from '../../scene/index.ts';
import enlarged from '../../scenes/pnf18-enlarged.json' with { type: 'json' };
import hanging from '../../scenes/pnf18-hanging.json' with { type: 'json' };
import type { Context } from '../experiment.ts';
import { SOLVERS, type Solver, type SolverName } from './solvers.ts';

const SCENES = { enlarged, hanging };
export type SceneName = keyof typeof SCENES;

export interface WorldSettings {
  readonly scene: SceneName;
  /** Particles per row and column. */
  readonly side: number;
  readonly solver: SolverName;
  /** Sweeps a step, each after a local step of its own unless the solver freezes it. */
  readonly iterations?: number;
  /** Milliseconds a step, instead. */
  readonly budget?: number;
}

export interface OpenWorld {
  readonly world: World;
  close(): void;
}

export async function openWorld(context: Context, settings: WorldSettings): Promise<OpenWorld> {
  const {
    bodies,
    attachments,
    contact,
    interaction,
    settings: given,
  } = buildScene(sized(settings.scene, settings.side));
  const solver: Solver = SOLVERS[settings.solver];
  const { integrate } = given.method;
  const { iterations = 1, budget } = settings;
  const [outer, inner] = solver.frozen ? [1, iterations] : [iterations, 1];
  const counts = solver.cycles ? { outer: solver.cycles(iterations) } : { outer, inner };
  const backend = solver.backend?.() ?? (await context.backend());
  // Sequential Gauss-Seidel has no WebGPU version: it then runs on wasm, and the world's warnings say so.
  const world = await createWorld({
    ...given,
    attachments,
    ...contact,
    ...interaction,
    bodies,
    method: { ...solver.method, ...counts, integrate, budget },
    backend: [backend, 'wasm'],
  });
  const close = () => {
    world.dispose();
    backend.dispose();
  };
  return { world, close };
}

/** The scene with another number of particles at the same distance, each of the same mass. */
function sized(name: SceneName, side: number) {
  const [body] = SCENES[name].bodies;
  const each = body.mass / (body.particles[0] * body.particles[1]);
  const distance = body.size[0] / (body.particles[0] - 1);
  const size = distance * (side - 1);
  const pins = name === 'hanging' ? [`bodies[0].pins=[0,${side - 1}]`] : [];
  const set = [
    `bodies[0].particles=[${side},${side}]`,
    `bodies[0].size=[${size},${size}]`,
    `bodies[0].mass=${each * side * side}`,
    ...pins,
  ];
  return validateScene(SCENES[name], { set }).scene;
}
