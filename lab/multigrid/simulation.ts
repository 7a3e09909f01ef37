/** A cloth of [PNF18] under one of the solvers, the engine's or XPBD, behind one interface. */
import { type Body, createWorld, type MethodOptions, type Settings } from '../../engine/index.ts';
import { buildScene, validateScene } from '../../scene/index.ts';
import enlarged from '../../scenes/pnf18-enlarged.json' with { type: 'json' };
import hanging from '../../scenes/pnf18-hanging.json' with { type: 'json' };
import type { Context } from '../experiment.ts';
import { type SolverName, solverOf } from './solvers.ts';
import { workOf, XPBD_SUBSTEP } from './work.ts';
import { Xpbd } from './xpbd.ts';

const SCENES = { hanging, refined: hanging, enlarged };
/** `hanging`: at another size a piece of the same cloth. `refined`: the whole cloth, 1 m and 100 kg, in another resolution. */
export type SceneName = keyof typeof SCENES;

export interface Course {
  readonly scene: SceneName;
  /** Particles a side. */
  readonly side: number;
  readonly solver: SolverName;
  /** Of the solver's units, a step. */
  readonly count: number;
  /** Milliseconds a step instead of the count. */
  readonly budget?: number;
}

export interface Sample {
  readonly step: number;
  /** Σ(|p_i - p_j| - L_ij)², m²: [PNF18] Eq. (7). */
  readonly error: number;
  /** Mean over the springs. */
  readonly strain: number;
  /** Milliseconds a step, on average so far, and those of its global part. */
  readonly ms: number;
  readonly global: number;
}

export interface Simulation {
  /** Work units a step. */
  readonly work: number;
  readonly warnings: readonly string[];
  step(count: number): Promise<void>;
  sample(): Promise<Sample>;
  positions(): Promise<Float32Array>;
  close(): void;
}

/** The body, of another resolution where asked for, and how the world is set. */
export function sceneOf(
  name: SceneName,
  side: number,
  resolution = side,
): { body: Body; settings: Settings } {
  const [given] = SCENES[name].bodies;
  const spacing = given.size[0] / (given.particles[0] - 1);
  const each = given.mass / given.particles[0] ** 2;
  const whole = name === 'refined';
  const size = whole ? given.size[0] : spacing * (side - 1);
  const set = [
    `bodies[0].particles=[${resolution},${resolution}]`,
    `bodies[0].size=[${size},${size}]`,
    `bodies[0].mass=${whole ? given.mass : each * side ** 2}`,
    ...('pins' in given ? [`bodies[0].pins=[0,${resolution - 1}]`] : []),
  ];
  const { bodies, settings } = buildScene(validateScene(SCENES[name], { set }).scene);
  return { body: bodies[0], settings };
}

export function openSimulation(context: Context, course: Course): Promise<Simulation> {
  const { method } = solverOf(course.solver);
  return method ? inEngine(context, course, method(course.count)) : openXpbd(course);
}

async function inEngine(context: Context, course: Course, method: MethodOptions): Promise<Simulation> {
  const { body, settings } = sceneOf(course.scene, course.side);
  const backend = await context.backend();
  // What ends by itself has no use for one.
  const budget = method.accuracy ? undefined : course.budget;
  // What does not run on the backend runs on wasm, and the world's warnings say so.
  const world = await createWorld({
    ...settings,
    bodies: [body],
    method: { ...method, integrate: settings.method?.integrate, budget },
    backend: [backend, 'wasm'],
  });
  return {
    work: workOf(world.model, method),
    warnings: world.warnings,
    step: async (count) => {
      if (budget === undefined) return world.step(count);
      for (let k = 0; k < count; k++) {
        world.step();
        await world.idle(); // the budget learns from each step before it chooses the next
      }
    },
    sample: async () => {
      const { error, strain, ms } = await world.statistics();
      return { step: world.steps, error, strain: strain.mean, ms: ms.perStep, global: ms.phases.global ?? 0 };
    },
    positions: async () => (await world.read()).positions,
    close: () => {
      world.dispose();
      backend.dispose();
    },
  };
}

async function openXpbd({ scene, side, count }: Course): Promise<Simulation> {
  const { body, settings } = sceneOf(scene, side);
  const { timestep = 0.002, gravity = [0, 0, 0], damping = 0 } = settings;
  const integrate = settings.method?.integrate ?? true;
  const xpbd = new Xpbd(body, { timestep, gravity, damping, integrate, substeps: count });
  let [steps, ms] = [0, 0];
  return {
    work: count * XPBD_SUBSTEP,
    warnings: [],
    step: async (more) => {
      const began = performance.now();
      for (let k = 0; k < more; k++) xpbd.step();
      ms += performance.now() - began;
      steps += more;
    },
    sample: async () => {
      const each = ms / Math.max(1, steps);
      return { step: steps, ...stretchOf(body, xpbd.positions), ms: each, global: each };
    },
    positions: async () => Float32Array.from(xpbd.positions),
    close: () => {},
  };
}

/** As the engine's statistics have them. */
export function stretchOf(
  { ends, restLengths }: Body,
  x: ArrayLike<number>,
): { error: number; strain: number } {
  let [error, strain] = [0, 0];
  for (let s = 0; s < restLengths.length; s++) {
    const [a, b] = [3 * ends[2 * s], 3 * ends[2 * s + 1]];
    const stretch = Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]) - restLengths[s];
    error += stretch ** 2;
    strain += Math.abs(stretch / restLengths[s]) / restLengths.length;
  }
  return { error, strain };
}
