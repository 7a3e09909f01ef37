/** The two measurements behind all figures of [PNF18] and [NP17]: the error of [PNF18] Eq. (7) as iterations go, and as time goes. */
import type { World } from '../../engine/index.ts';
import type { Context } from '../experiment.ts';
import type { SolverName } from './solvers.ts';
import { openWorld, type SceneName } from './worlds.ts';

export interface Sample {
  readonly step: number;
  /** Σ(|p_i - p_j| - L_ij)², m². */
  readonly error: number;
  /** Height of the lowest particle, m. */
  readonly lowest: number;
  /** Milliseconds in the solver so far. */
  readonly ms: number;
  /** Of the last step. */
  readonly iterations: number;
}

export interface Run {
  readonly samples: readonly Sample[];
  /** Positions after the steps asked for. */
  readonly kept: ReadonlyMap<number, Float32Array>;
  readonly warnings: readonly string[];
}

interface Course {
  readonly scene: SceneName;
  readonly side: number;
  readonly solver: SolverName;
  readonly steps: number;
  /** Steps between two samples. */
  readonly every: number;
}

export interface FixedCourse extends Course {
  readonly iterations: number;
  readonly keep?: readonly number[];
}

/** A fixed number of iterations a step: the same numbers on every machine. */
export function runFixed(context: Context, course: FixedCourse): Promise<Run> {
  return once(context, course, (world) => world.step(course.every));
}

export interface BudgetCourse extends Course {
  /** Milliseconds a step. */
  readonly budget: number;
}

/** As many iterations a step as fit into the budget here and now. */
export function runBudget(context: Context, course: BudgetCourse): Promise<Run> {
  return once(context, course, async (world) => {
    for (let k = 0; k < course.every; k++) {
      world.step();
      await world.idle(); // the budget learns from each step before it chooses the next
    }
  });
}

function once(
  context: Context,
  given: FixedCourse | BudgetCourse,
  advance: (world: World) => Promise<void> | void,
): Promise<Run> {
  const course = { ...given, solver: context.actor(given.solver) as SolverName };
  return context.once(JSON.stringify(course), async (tell) => {
    const { world, close } = await openWorld(context, course);
    try {
      const samples = [await sampleOf(world)];
      const kept = new Map<number, Float32Array>();
      for (let step = course.every; step <= course.steps; step += course.every) {
        await advance(world);
        samples.push(await sampleOf(world));
        if ('keep' in course && course.keep?.includes(step)) kept.set(step, (await world.read()).positions);
        await tell(step / course.steps);
      }
      return { samples, kept, warnings: [...world.warnings] };
    } finally {
      close();
    }
  });
}

async function sampleOf(world: World): Promise<Sample> {
  const { error, ms, iterations } = await world.statistics();
  const { positions } = await world.view();
  let lowest = positions[1];
  for (let k = 5; k < positions.length; k += 4) lowest = Math.min(lowest, positions[k]);
  return { step: world.steps, error, lowest, ms: ms.total, iterations };
}
