/** What a row of the table is: sides that are measured in turn in one run, and the ratio wanted of them. */
import { type Spread, spreadOf } from './spread.ts';

export interface Case {
  /** As `sweep-100`. */
  readonly id: string;
  readonly title: string;
  /** Of what the sides measure: `ns per particle and sweep`. */
  readonly unit: string;
  /** What the ratio is of, in words. */
  readonly ratio: string;
  readonly most?: number;
  readonly least?: number;
  /** Too large for `--quick`. */
  readonly large?: boolean;
  open(context: Context): Promise<Contest>;
}

export interface Context {
  /** Seconds that one sample takes, about. */
  readonly seconds: number;
  /** The address of the engine's module, for processes of their own. */
  readonly engine: string;
  /** The program built from a C++ file of bench/native, or why there is none. */
  native(name: 'grid' | 'cholesky'): Promise<Native>;
}

export type Native = { readonly program: string } | { readonly missing: string };

export interface Contest {
  /** Ours first. */
  readonly sides: readonly Side[];
  /** Of the sides' medians, in their order; absent where a side is missing. */
  readonly ratio?: (...medians: number[]) => number;
  /** For a plot: what a side's number stands over. */
  readonly at?: readonly number[];
  /** What people should know: which storage ran, how far the result is from the reference. */
  readonly notes: readonly string[];
  /** Why the result can't be trusted: the state is not the reference's. */
  readonly wrong?: string;
  /** The same of what was measured, once it was. */
  check?(): Promise<Checked>;
  dispose(): void;
}

export interface Checked {
  readonly notes: readonly string[];
  readonly wrong?: string;
}

export interface Side {
  readonly name: string;
  sample(): Promise<number>;
}

export interface Measured extends Spread {
  readonly name: string;
}

export interface Row extends Pick<Case, 'id' | 'title' | 'unit' | 'most' | 'least'> {
  readonly of: string;
  readonly sides: readonly Measured[];
  /** Of the medians. */
  readonly ratio?: number;
  /** Of each round for itself. */
  readonly ratios?: readonly number[];
  /** Whether the ratio is as wanted; absent where there is none. */
  readonly met?: boolean;
  readonly at?: readonly number[];
  readonly notes: readonly string[];
  readonly wrong?: string;
}

/** Measures every side once a round, one after the other, so that what slows the machine slows them all. */
export async function measure(
  one: Case,
  context: Context,
  rounds: number,
  tell: (share: number) => Promise<void>,
): Promise<Row> {
  const contest = await one.open(context);
  try {
    const { sides, at, notes, wrong } = contest;
    const samples: number[][] = sides.map(() => []);
    // The first round is not counted: V8 compiles, caches fill.
    for (let round = -1; round < rounds; round++) {
      for (const [k, side] of sides.entries()) {
        const value = await side.sample();
        if (round >= 0) samples[k].push(value);
        await tell((round + 1 + (k + 1) / sides.length) / (rounds + 1));
      }
    }
    const measured = sides.map(({ name }, k) => ({ name, ...spreadOf(samples[k]) }));
    const ratio = contest.ratio?.(...measured.map(({ median }) => median));
    const ratios =
      contest.ratio && samples[0].map((_, round) => contest.ratio!(...samples.map((of) => of[round])));
    const after = await contest.check?.();
    const { id, title, unit, most, least } = one;
    const met = ratio === undefined ? undefined : ratio <= (most ?? Infinity) && ratio >= (least ?? 0);
    return {
      id,
      title,
      unit,
      most,
      least,
      of: one.ratio,
      sides: measured,
      ratio,
      ratios,
      met,
      at,
      notes: [...notes, ...(after?.notes ?? [])],
      wrong: wrong ?? after?.wrong,
    };
  } finally {
    contest.dispose();
  }
}
