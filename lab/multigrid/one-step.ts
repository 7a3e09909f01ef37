/**
 * One step while the hanging cloth falls, solved further and further in float64: what is left of g, which a step minimises,
 *   g(x) = (x − y)ᵀM(x − y)/(2h²) + Σ k/2 (|e| − L)²,
 * as (g(x) − g*) / (g(y) − g*): [LBOK13] Eq. (15), g being [LBOK13] Eq. (8). y is the prediction, g* Newton's minimum.
 */
import {
  createWorld,
  type MethodOptions,
  type Model,
  reference,
  type Settings,
  type World,
} from '../../engine/index.ts';
import { type Check, type Context, curveOf as found, type Outcome } from '../experiment.ts';
import type { Part } from '../figure.ts';
import { curveOf } from './runs.ts';
import { sceneOf } from './simulation.ts';
import { SOLVERS, type SolverName, solverOf } from './solvers.ts';
import { workOf } from './work.ts';

/** XPBD minimises something else. */
const NAMES = (Object.keys(SOLVERS) as SolverName[]).filter((name) => name !== 'xpbd');
const PANEL = 'one-step';
const SIZES = {
  full: { side: 100, fall: 200, work: 160 },
  quick: { side: 20, fall: 50, work: 120 },
};
/** Below, sums of float64 differ. */
const FLOOR = 1e-12;

type Point = readonly [work: number, left: number];

interface Motion {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

interface Fallen extends Motion {
  /** Where the step starts, and g at its minimum. */
  readonly y: Float64Array;
  readonly minimum: number;
}

type Step = (options: MethodOptions) => Promise<Float64Array>;

/** A world in float64, and one step of it from a state. */
async function withStep<T>(
  side: number,
  use: (world: World, step: (state: Motion) => Step, settings: Settings) => Promise<T>,
): Promise<T> {
  const { body, settings } = sceneOf('hanging', side);
  const method = { id: 'pd-multigrid', outer: 2 } as const;
  const world = await createWorld({ ...settings, bodies: [body], method, backend: reference() });
  try {
    const step = (state: Motion) => async (options: MethodOptions) => {
      world.configure({ method: options });
      world.write(state);
      world.step();
      return (await world.read({ positions: new Float64Array(3 * side ** 2) })).positions;
    };
    return await use(world, step, settings);
  } finally {
    world.dispose();
  }
}

const fallen = (context: Context, side: number, fall: number): Promise<Fallen> =>
  context.once(JSON.stringify(['multigrid', PANEL, side, fall]), () =>
    withStep(side, async (world, step, settings) => {
      world.step(fall);
      const size = 3 * side ** 2;
      const { positions, velocities } = await world.read({
        positions: new Float64Array(size),
        velocities: new Float64Array(size),
      });
      const y = predicted(world.model, { positions, velocities }, settings);
      const x = await step({ positions, velocities })({ id: 'newton', iterations: 100, tolerance: 1e-13 });
      return { positions, velocities, y, minimum: objective(world.model, y, x, settings.timestep!) };
    }),
  );

async function stepOf(context: Context, side: number, fall: number, most: number, solver: SolverName) {
  const actor = context.actor(solver) as SolverName;
  const { positions, velocities, y, minimum } = await fallen(context, side, fall);
  return context.once(JSON.stringify(['multigrid', PANEL, side, fall, most, actor]), (tell) =>
    withStep(side, async ({ model }, step, { timestep }) => {
      const method = solverOf(actor).method!;
      const above = (x: Float64Array) => objective(model, y, x, timestep!) - minimum;
      const after = step({ positions, velocities });
      const points: Point[] = [];
      for (let count = 1; workOf(model, method(count)) <= most; count *= 2) {
        const left = above(await after(method(count))) / above(y);
        points.push([workOf(model, method(count)), Math.max(FLOOR, left)]);
        await tell(points.at(-1)![0] / most);
      }
      return points;
    }),
  );
}

/** y = q + h v', v' = (1 − h c) v + h g; pinned particles stay. */
function predicted(
  { pins }: Model,
  { positions, velocities }: Motion,
  { timestep: h = 0, damping: c = 0, gravity = [0, 0, 0] }: Settings,
): Float64Array {
  const held = new Set(pins);
  return positions.map((q, n) =>
    held.has(Math.floor(n / 3)) ? q : q + h * ((1 - h * c) * velocities[n] + h * gravity[n % 3]),
  );
}

function objective(model: Model, y: Float64Array, x: Float64Array, h: number): number {
  const { springs, ends, idOf, restLengths, stiffness, masses } = model;
  let g = 0;
  for (let n = 0; n < x.length; n++) g += (masses[Math.floor(n / 3)] * (x[n] - y[n]) ** 2) / (2 * h * h);
  for (let s = 0; s < springs; s++) {
    const [i, j] = [3 * idOf[ends[2 * s]], 3 * idOf[ends[2 * s + 1]]];
    const length = Math.hypot(x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]);
    g += 0.5 * stiffness[s] * (length - restLengths[s]) ** 2;
  }
  return g;
}

export const oneStep: Part = (quick) => {
  const { side, fall, work } = SIZES[quick ? 'quick' : 'full'];
  return {
    parameters: { 'one step: after steps': fall, 'one step: work units at most': work },
    runs: 2 * NAMES.length,
    checks: [cgAhead(work)],
    run: async (context) => {
      const curves = [];
      for (const solver of NAMES)
        curves.push(
          curveOf(solver, await stepOf(context, side, fall, work, solver), { style: { dots: true } }),
        );
      return {
        panels: [
          {
            id: PANEL,
            title: `One step after ${(fall * 0.002).toFixed(1)} s of fall, ${side}×${side}, float64`,
            x: { label: 'work units (local steps not counted)', log: true },
            y: { label: 'what is left of g − g*', log: true },
            curves,
          },
        ],
        stills: [],
        numbers: [],
        notes: [
          'One step: in the fall springs turn, which only local steps see. With d frozen sweeps end at the minimum for one local step, where a single cycle is too; RBGS and SOR 1.7 have a local step with every sweep, which is not counted.',
        ],
      };
    },
  };
};

/** The least that a solver has reached with so much work. */
const leastBy = (outcome: Outcome, solver: SolverName, work: number): number =>
  Math.min(
    ...found(outcome, PANEL, solver)
      .points.filter(([x]) => x <= work)
      .map(([, y]) => y),
  );

const cgAhead = (work: number): Check => ({
  name: `one step: within ${work} work units nonlinear CG leaves at most half of what plain cycles leave of g − g*`,
  high: 0.5,
  swaps: [['cg', 'multigrid']],
  measure: (outcome) => leastBy(outcome, 'cg', work) / leastBy(outcome, 'multigrid', work),
});
