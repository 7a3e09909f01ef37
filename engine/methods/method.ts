/** What a method is: a paper's algorithm, recorded as a program. Adding one: a folder here and a line in index.ts. */
import type { Kernel } from '../kernel.ts';
import type { Model } from '../model.ts';
import type { MemoryPlan, Program } from '../program.ts';
import type { Structure } from '../structure.ts';
import type { Parameters, ValuesOf } from './parameters.ts';

export interface Recording {
  readonly program: Program;
  /** The buffer that holds δ in the end. */
  readonly correction: string;
  /** Where other values of the method's parameters would let cloth in grids be stored in blocks: why these do not, and which would. */
  readonly inRows?: { readonly why: string; readonly instead: string };
}

export interface Setting<Values = Readonly<Record<string, number | string>>> {
  readonly model: Model;
  /** Seconds. */
  readonly h: number;
  /** 1/h² in 1/s²; 0 where integration is off ([PNF18]'s enlarged cloth: no gravity, no inertia, springs only). */
  readonly inertia: number;
  /** The buffer of rest lengths and stiffnesses to use: `springs`, or what damping makes of them. */
  readonly springs: string;
  /**
   * The buffer of masses to prepare from: `masses`, or one of the same layout in which the weights w_i of constraints are added as
   * m_i + w_i h². A method whose matrix has m_i/h² on its diagonal so has w_i there too.
   */
  readonly masses: string;
  /**
   * What forces besides springs, and constraints, add to `rhs`: recorded by the method right after each `local`, which took
   * springs' directions at `delta`. Empty where there are springs alone.
   */
  readonly added: (delta: string) => Program;
  /** The slots whose δ `added` reads and whose right-hand sides it changes. Default: all. */
  readonly addedTo?: readonly (readonly [first: number, end: number])[];
  /**
   * For methods that take a projection: the buffers of a filter S_i, [n_x n_y n_z, kind] (methods/conjugate-gradients/filter.ts), and of a
   * change z_i of δ, of which (I − S_i) z_i is prescribed. Pins are held whatever stands there. Default: all else is free.
   */
  readonly projection?: { readonly filters: string; readonly changes: string };
  /** How many times as stiff that buffer's springs are as the model's: 1 + β/h where damping is in proportion to stiffness. */
  readonly stiffening: number;
  /** Whether contact moves particles after the solve: it leaves kinks that must not be taken for stretch. */
  readonly contact: boolean;
  /** How many parts of length h a step has. Default 1. */
  readonly parts?: number;
  /** Whether `outer` is of a part, as where a time budget chooses it, and not of the step. Default false. */
  readonly outerIsOfPart?: boolean;
  /** The method's parameters. */
  readonly values: Values;
}

/** A setting of springs alone: no damping, no contact, nothing that is added. */
export const SPRINGS_ALONE = {
  springs: 'springs',
  stiffening: 1,
  masses: 'masses',
  added: (): Program => [],
  contact: false,
} as const satisfies Partial<Setting>;

/** Another method, which does the work: with which values, and why that one. */
export interface Choice {
  readonly method: Method;
  readonly values: Readonly<Record<string, number | string>>;
  /** A sentence without its full stop, for people. */
  readonly why: string;
}

/** What a method takes into its solve besides springs. */
export interface Takes {
  /** Ids of forces (engine/forces). */
  readonly forces: readonly string[];
  /**
   * Kinds of constraints. `targets`: a weight w_i and a place t_i for each particle, an energy w_i/2 |p_i − t_i|². The weight is in
   * `Setting.masses`, and `Setting.added` adds w_i (t_i − y_i), times what `recordScales` prepares, to `rhs`. `projection`: a filter and a
   * prescribed change for each particle, as in `Setting.projection`.
   */
  readonly constraints: readonly ('targets' | 'projection')[];
}

export interface Method<P extends Parameters = Parameters, Id extends string = string> {
  readonly id: Id;
  /** Other spellings a scene may use, as the thesis's. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly citation: string;
  /** When to choose it: a sentence for the docs and for the comparison of methods. */
  readonly when: string;
  /** By the name a scene uses. Where there is `outer`, a time budget chooses it. */
  readonly parameters: P;
  /** Whether its springs are rigid: no damping in proportion to their stiffness then. */
  readonly isRigid?: boolean;
  /** Whether every step ends at the exact solution of its equations, however long that takes. */
  readonly isExact?: boolean;
  /** Whether damping in proportion to stiffness reaches all forces that it takes. Default: springs only. */
  readonly dampsForces?: boolean;
  /**
   * Whether a step is solved for forces as they change by at its beginning, to first order: where they turn within it, it ends elsewhere than
   * the steps of other methods.
   */
  readonly isLinearised?: boolean;
  /**
   * Whether forces between particles leave the total momentum as it is: `always`, however few the iterations; or `regular`, where
   * all particles have the same mass and as many springs. Absent: only as far as a step is solved.
   */
  readonly conservesMomentum?: 'always' | 'regular';
  /** Parameters with which a small, soft body is solved to the end of a step, where the defaults do not: for verification. */
  readonly enough?: Partial<ValuesOf<P>>;
  /** Whether springs can settle after contact: its equations are in rows, `weights` and `rhs`, whatever its values. */
  readonly canSettle?: boolean;
  /** Whether a step may end before its outer iterations are done: a time budget can't choose them then. */
  endsEarly?(values: ValuesOf<P>): boolean;
  /** What to say about values that are allowed and may disappoint; `inertia` is 1/h² of a part of a step, 1/s², or 0 where no time passes. */
  advice?(values: ValuesOf<P>, model: Model, inertia: number): string | undefined;
  /** What it solves for besides springs. Default: nothing. */
  readonly takes?: Takes;
  /** Why it can't, with these values, solve for forces besides springs, if it can't: the parameter, and what is allowed. */
  whyNoForces?(values: ValuesOf<P>): { readonly parameter: string; readonly allowed: string } | undefined;
  /** Kernels it calls: a backend supports the method if it supports them all. */
  readonly kernels: readonly Kernel[];
  /** Numbers it leaves for the statistics in each step, if it does: the buffer that begins with them, and their names. */
  report?(values: ValuesOf<P>): { readonly buffer: string; readonly labels: readonly string[] } | undefined;
  /** For a method that leaves the work to another; which one does not depend on `outer`, which a time budget changes. */
  choose?(setting: Setting<ValuesOf<P>>): Choice;
  /** What it finds out about the model before its buffers are known, if it is dear to find. Each is in `engine/structures.ts`. */
  structures?(setting: Setting<ValuesOf<P>>): readonly Structure[];
  /** Buffers it needs besides the world's own, with what is in them at first. Called often: cache what is expensive. */
  scratch(setting: Setting<ValuesOf<P>>): MemoryPlan;
  /** Runs once after settings, pins, masses or springs changed. */
  prepare(setting: Setting<ValuesOf<P>>): Program;
  /** Runs in the step after springs tore, nothing else having changed. Default: what `prepare` does. */
  renew?(setting: Setting<ValuesOf<P>>): Program;
  /** The solve of one step: from y in `x` and δ = 0 in `delta` to the correction. */
  record(setting: Setting<ValuesOf<P>>): Recording;
}

/** For its types: what `prepare` and `record` are given follows from the parameters. */
export const defineMethod = <const P extends Parameters, const Id extends string>(
  method: Method<P, Id>,
): Method<P, Id> => method;
