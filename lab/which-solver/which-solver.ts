/** Every method there is on the same falling cloth: how near to the exact motion, at what cost. */
import { cloth, type MethodOptions, type Statistics, type Vec3 } from '../../engine/index.ts';
import {
  type Check,
  type Context,
  type Curve,
  curveOf,
  type Experiment,
  type Outcome,
  type Panel,
} from '../experiment.ts';
import { distance, withWorld } from '../lbok13/setup.ts';
import { valueAt } from '../measure.ts';
import { ENTRIES, type Entry } from './entries.ts';

/** Budget in ms a step: with eight steps a frame at 60 Hz, 2 ms fill it. */
const SIZES = {
  full: { side: 40, budget: 2 },
  quick: { side: 12, budget: 0.2 },
};
const TIMESTEP = 1 / 240;

/** In motion, every spring has to turn; at rest, every spring has to bear. Solvers differ in which they are good at. */
const SCENES = {
  falling: { rotation: [-90, 0, 0], damping: 0.5, steps: { full: 72, quick: 36 }, title: 'Falling cloth' },
  hanging: { rotation: [0, 0, 0], damping: 5, steps: { full: 600, quick: 120 }, title: 'Cloth at rest' },
} as const;
type SceneName = keyof typeof SCENES;
const NAMES = Object.keys(SCENES) as SceneName[];
const EXACT: MethodOptions = { id: 'newton', iterations: 1000, tolerance: 1e-9 };
const COLOURS = [
  '#e03131',
  '#d9822b',
  '#2b9a3e',
  '#3b82e0',
  '#a855d8',
  '#0f9f9a',
  '#d6409f',
  '#8a8f98',
  '#7c5c3e',
];

/** Held along its top edge. */
const body = (side: number, rotation: Vec3) =>
  cloth({
    particles: [side, side],
    rotation,
    stiffness: { structural: 2000, shear: 100, bend: 2 },
    mass: 0.3,
    pins: ['top'],
  });

interface Result {
  readonly statistics: Statistics;
  readonly positions: Float32Array;
}

interface Point {
  readonly count: number;
  readonly error: number;
  readonly ms: number;
}

const stepsOf = (scene: SceneName, quick: boolean) => SCENES[scene].steps[quick ? 'quick' : 'full'];

/** One world for all, since opening one takes longer than many of the runs. */
function runsOf(
  context: Context,
  scene: SceneName,
  quick: boolean,
  methods: readonly MethodOptions[],
  tell?: (share: number) => Promise<void>,
): Promise<Result[]> {
  const { rotation, damping } = SCENES[scene];
  const bodies = [body(SIZES[quick ? 'quick' : 'full'].side, rotation)];
  const settings = { timestep: TIMESTEP, damping, method: methods[0] };
  return withWorld(context, bodies, settings, async (world) => {
    const start = await world.snapshot();
    const results: Result[] = [];
    for (const method of methods) {
      world.configure({ method });
      world.restore(start);
      if (method.budget === undefined) world.step(stepsOf(scene, quick));
      else
        for (let step = 0; step < stepsOf(scene, quick); step++) {
          world.step();
          await world.idle(); // the budget learns from each step
        }
      results.push({ statistics: await world.statistics(), positions: (await world.read()).positions });
      await tell?.(results.length / methods.length);
    }
    return results;
  });
}

async function runOf(...[context, scene, quick, method]: [Context, SceneName, boolean, MethodOptions]) {
  return (await runsOf(context, scene, quick, [method]))[0];
}

const plan = (quick: boolean) => {
  const { side, budget } = SIZES[quick ? 'quick' : 'full'];
  return {
    parameters: {
      particles: side * side,
      timestep: TIMESTEP,
      scenes: Object.fromEntries(
        NAMES.map((scene) => [scene, { ...SCENES[scene], steps: stepsOf(scene, quick) }]),
      ),
      'budget, ms a step': budget,
      methods: Object.fromEntries(ENTRIES.map(({ label, method }) => [label, method(10)])),
    },
    runs: NAMES.length * (1 + 2 * ENTRIES.length),
    checks,
    run: async (context: Context): Promise<Outcome> => {
      const acting = (entry: Entry) =>
        ENTRIES.find(({ name }) => name === context.actor(entry.name)) ?? entry;
      const panels: Panel[] = [];
      const timed: Timed[][] = [];
      const exacts: Statistics[] = [];
      for (const scene of NAMES) {
        const key = `which-solver ${scene} ${side}`;
        const exact = await context.once(`${key} exact`, () => runOf(context, scene, quick, EXACT));
        exacts.push(exact.statistics);
        const series: Point[][] = [];
        for (const entry of ENTRIES) {
          const { name, counts, method } = acting(entry);
          series.push(
            await context.once(`${key} ${name}`, async (tell) => {
              const results = await runsOf(context, scene, quick, counts.map(method), tell);
              const points = results.map(({ statistics, positions }, k) => ({
                count: counts[k],
                // Float32 holds no less.
                error: Math.max(distance(positions, exact.positions), 1e-7),
                ms: statistics.ms.perStep,
              }));
              // What is off by metres blew up and is not drawn.
              return points.filter(({ error }) => error < 1);
            }),
          );
        }
        panels.push(...panelsOf(scene, series, side));
        const results: Timed[] = [];
        for (const entry of ENTRIES) {
          const { name, method, budget: limited, counts } = acting(entry);
          const settings = limited ? limited(budget) : { id: method(counts[0]).id };
          const result = await context.once(`${key} ${name} ${budget} ms`, () =>
            runOf(context, scene, quick, settings),
          );
          results.push({ result, error: distance(result.positions, exact.positions) });
        }
        timed.push(results);
      }
      const [falling, hanging] = timed;
      return {
        panels,
        stills: [],
        tables: [
          {
            head: [
              'method',
              'outer iterations',
              'ms a step',
              'off while falling, mm',
              'off at rest, mm',
              'mean strain at rest, %',
              'max strain at rest, %',
              'energy at rest, J',
              'when to choose it',
            ],
            rows: ENTRIES.map((entry, k) => rowOf(entry, falling[k], hanging[k])),
          },
        ],
        numbers: [],
        notes: [
          `The table: every method with ${budget} ms a step on this machine; what has no iterations to choose runs to its tolerance. Exact, the cloth at rest has ${energyOf(exacts[1]).toPrecision(4)} J and ${(100 * exacts[1].strain.mean).toPrecision(3)} % mean strain.`,
          'Distances are root mean squares over the particles to the exact steps of implicit Euler: while the cloth falls, and after it has come to rest.',
          'Where a curve begins late, the method blew up with fewer iterations (SOR with a single sweep at rest).',
          'A method with one local step a step (SOR, d frozen) or few (local/global) is behind in motion, where springs turn, and ahead at rest, where they bear.',
        ],
      };
    },
  };
};

const energyOf = ({ energy: { kinetic, spring, potential } }: Statistics) => kinetic + spring + potential;

interface Timed {
  readonly result: Result;
  readonly error: number;
}

function rowOf({ label, choose, budget }: Entry, falling: Timed, hanging: Timed): string[] {
  const { statistics } = hanging.result;
  return [
    label,
    budget ? String(statistics.iterations) : 'to tolerance',
    statistics.ms.perStep.toPrecision(3),
    (1000 * falling.error).toPrecision(3),
    (1000 * hanging.error).toPrecision(3),
    (100 * statistics.strain.mean).toPrecision(3),
    (100 * statistics.strain.max).toPrecision(3),
    energyOf(statistics).toPrecision(4),
    choose,
  ];
}

function panelsOf(scene: SceneName, series: readonly (readonly Point[])[], side: number): Panel[] {
  const curves = (x: (point: Point) => number): Curve[] =>
    ENTRIES.map(({ name, label }, k) => ({
      solver: name,
      label,
      style: { colour: COLOURS[k % COLOURS.length], dash: k < COLOURS.length ? undefined : '6 4' },
      points: series[k].map((point) => [x(point), point.error] as const),
    }));
  const y = { label: 'distance to exact, m', log: true };
  const title = `${SCENES[scene].title}, ${side}×${side}`;
  return [
    {
      id: scene,
      title: `${title}: by iterations`,
      x: { label: 'iterations or sweeps a step', log: true },
      y,
      curves: curves(({ count }) => count),
    },
    {
      id: `${scene}-by-time`,
      beside: true,
      title: `${title}: by time`,
      x: { label: 'ms a step on this machine', log: true },
      y,
      curves: curves(({ ms }) => ms),
    },
  ];
}

const labelOf = (name: string) => ENTRIES.find((entry) => entry.name === name)?.label ?? name;
const nearer = (scene: SceneName, better: string, worse: string, count: number, high: number): Check => ({
  name: `${scene}, with ${count} a step: ${labelOf(better)} has at most ${high} of the distance of ${labelOf(worse)}`,
  high,
  swaps: [[better, worse]],
  measure: (outcome) =>
    valueAt(curveOf(outcome, scene, better), count) / valueAt(curveOf(outcome, scene, worse), count),
});

const checks = [
  nearer('hanging', 'pd-rbgs', 'pd-jacobi', 10, 0.8),
  nearer('falling', 'pd-cholesky-2', 'pd-cholesky', 20, 0.9),
  nearer('falling', 'newton', 'pd-cholesky', 5, 0.1),
  nearer('hanging', 'pd-rbgs-2', 'pd-rbgs', 20, 0.8),
  nearer('hanging', 'pd-cholesky', 'pd-rbgs', 10, 0.5),
];

export const whichSolver: Experiment = {
  id: 'which-solver',
  paper: 'which-solver',
  figure: 'Which solver',
  title: 'Every method on the same cloth: error, energy, time',
  claims: [
    'No paper: every method of the library, as it stands in its registry, on the same falling cloth.',
    'Read the table for a choice at equal time, the curves for what more time would bring.',
  ],
  plan,
};
