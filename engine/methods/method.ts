/** What a method is: a paper's algorithm, recorded as a program. Adding one: a folder here and a line in index.ts. */
import type { Kernel } from '../kernel.ts';
import type { Model } from '../model.ts';
import type { MemoryPlan, Program } from '../program.ts';

/** How a method is run. */
export interface MethodSettings {
  /** Id of the method, as `pd-rbgs`. */
  readonly id: string;
  /** Local steps per time step ([NP17] outerIterations). */
  readonly outer: number;
  /** Global sweeps per local step ([NP17] innerIterations). */
  readonly inner: number;
  /** Over-relaxation, 0 < ω < 2; 1 is none. */
  readonly omega: number;
  /** Off for [PNF18]'s enlarged cloth: no gravity, no inertia, springs only. */
  readonly integrate: boolean;
  /** Milliseconds per step: `outer` is then chosen before each step from measured cost. Absent: `outer` is fixed. */
  readonly budget?: number;
}

export interface Recording {
  readonly program: Program;
  /** The buffer that holds δ in the end. */
  readonly correction: string;
}

export interface Setting {
  readonly model: Model;
  /** Seconds. */
  readonly h: number;
  readonly settings: MethodSettings;
}

export interface Method {
  readonly id: string;
  /** Other spellings a scene may use, as the thesis's. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly citation: string;
  /** Whether ω other than 1 is allowed. */
  readonly relaxes: boolean;
  readonly defaults: Pick<MethodSettings, 'outer' | 'inner' | 'omega'>;
  /** Kernels it calls: a backend supports the method if it supports them all. */
  readonly kernels: readonly Kernel[];
  /** Buffers it needs besides the world's own, with what is in them at first. */
  scratch(model: Model): MemoryPlan;
  /** Runs once after settings, pins, masses or springs changed. */
  prepare(setting: Setting): Program;
  /** The solve of one step: from y in `x` and δ = 0 in `delta` to the correction. */
  record(setting: Setting): Recording;
}
