/**
 * What an experiment is: parameters, a run, checks, and the claims of the paper. One file per figure or table under
 * lab/<paper>/; lab/index.ts lists them. An experiment holds no solver of its own and writes no files.
 */
import type { Backend } from '../engine/index.ts';

export interface Experiment {
  /** As `pnf18-fig3`. */
  readonly id: string;
  /** As `pnf18`. */
  readonly paper: string;
  /** As the paper calls it: `Figure 3`. */
  readonly figure: string;
  readonly title: string;
  /** The paper's claims in our words, and where our reading differs. */
  readonly claims: readonly string[];
  /** Full size, or small enough for a test. */
  plan(quick: boolean): Plan;
}

export interface Plan {
  /** Everything that decides the result; the report prints them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** How often `run` calls `once`: what a progress bar counts. */
  readonly runs: number;
  run(context: Context): Promise<Outcome>;
  readonly checks: readonly Check[];
}

/** What a run is handed. */
export interface Context {
  /** A backend of its own for every world. */
  backend(): Promise<Backend>;
  /** The solver behind a name: the same, unless a test exchanges two to see the checks fail. */
  actor(solver: string): string;
  /** Measures once what several figures show. `tell` takes the share done, and is where a run may be interrupted. */
  once<T>(key: string, make: (tell: (share: number) => Promise<void>) => Promise<T>): Promise<T>;
}

export interface Outcome {
  readonly panels: readonly Panel[];
  readonly stills: readonly Still[];
  readonly numbers: readonly Comparison[];
  /** What is no curve; the report shows it. */
  readonly tables?: readonly Table[];
  /** What a reader has to know about this run. */
  readonly notes: readonly string[];
}

export interface Axis {
  /** With its unit. */
  readonly label: string;
  readonly log?: boolean;
  /** Nothing below is shown. */
  readonly from?: number;
  /** Nothing above is shown. */
  readonly to?: number;
}

export interface Panel {
  /** Unique in the experiment. */
  readonly id: string;
  readonly title: string;
  /** Drawn beside the panel before it, not below. */
  readonly beside?: boolean;
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly Curve[];
}

export interface Curve {
  readonly solver: string;
  readonly label: string;
  readonly style: Style;
  readonly points: readonly Point[];
}

export type Point = readonly [x: number, y: number];

export interface Style {
  /** Readable on white and on black. */
  readonly colour: string;
  readonly dash?: string;
  /** Whether each point is marked. */
  readonly dots?: boolean;
}

/** A cloth as it hangs at one moment. */
export interface Still {
  /** Stills of one row stand side by side. */
  readonly row: string;
  readonly caption: string;
  readonly colour: string;
  /** Particles per row of the cloth. */
  readonly side: number;
  /** x, y, z per particle, metres. */
  readonly positions: Float32Array;
  /** Another cloth of as many particles, whose edge is drawn over it, as a line. */
  readonly edge?: Float32Array;
}

/** Rows of words and numbers, all with as many cells as the head. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A number of the paper beside ours. */
export interface Comparison {
  readonly what: string;
  readonly paper: number;
  readonly ours: number;
  /** Where they differ: why. */
  readonly because?: string;
}

/** `low` ≤ measure ≤ `high`. It uses fixed iteration counts, never time. */
export interface Check {
  readonly name: string;
  readonly low?: number;
  readonly high?: number;
  /** Exchanging any of these pairs of solvers makes the check fail. */
  readonly swaps: readonly (readonly [string, string])[];
  measure(outcome: Outcome): number;
}

export interface Verdict {
  readonly name: string;
  readonly ok: boolean;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

export function judge(check: Check, outcome: Outcome): Verdict {
  const { name, low, high } = check;
  const value = check.measure(outcome);
  const ok = value >= (low ?? Number.NEGATIVE_INFINITY) && value <= (high ?? Number.POSITIVE_INFINITY);
  return { name, ok, value, low, high };
}

/** The curve of a solver in a panel. */
export function curveOf({ panels }: Outcome, panel: string, solver: string): Curve {
  const curve = panels.find(({ id }) => id === panel)?.curves.find((one) => one.solver === solver);
  if (!curve) throw new Error(`no curve of ${solver} in ${panel}`);
  return curve;
}
