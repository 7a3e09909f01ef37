/**
 * What a force is: an energy of elements, each between so many particles, with the kernels that methods of each kind need. Adding
 * one: a folder here and a line in index.ts.
 *
 * All energies here are sums of w/2 ‖v − p(v)‖², v = Σ_k c_k x_k with Σ_k c_k = 0: p is the nearest place where the element is at rest.
 * A spring has c = (1, −1), a triangle the gradients of its hat functions, a hinge cotangents.
 */
import type { Kernel } from '../kernel.ts';

export interface Force {
  readonly id: string;
  readonly title: string;
  readonly citation: string;
  /** Particles that an element is between. */
  readonly corners: number;
  /** Numbers an element has: a multiple of four. What they mean is said in the force's folder. */
  readonly numbers: number;
  /**
   * The matrix of the global step, S = Σ w c cᵀ of one element, as stiffness of springs without length between its corners:
   * k_ij = −Σ w c_i c_j. Its numbers begin at `at`; the pairs are (0, 1), (0, 2), … (1, 2), … It may be negative.
   */
  laplacian(this: void, numbers: Float64Array, at: number, stiffness: Float64Array): void;
  /** Whether its sums have strain and stretch, or an energy only. */
  readonly hasStrain: boolean;
  /** Whether the rest state of such an element is other than v = 0: the local step has something to project then. */
  projects(this: void, numbers: Float64Array, at: number): boolean;
  /** What its elements leave, one vec4 a corner, and sums for the statistics. Buffers are named alike in all forces. */
  readonly kernels: ForceKernels;
  /** The same in float64, where there is float64. */
  readonly exact: ExactKernels;
}

export interface ForceKernels {
  /** At x + δ: the part w c p of the local step (`own` 0), or the force −∂E/∂x = w c (p − v) (`own` 1). */
  readonly pull: Kernel;
  /** −K p at x + δ, p being `direction`: K is the Hessian of the energy, its negative eigenvalues set to 0 element by element. */
  readonly product: Kernel;
  /** At x, by block of elements: [energy, Σ strain, greatest stretch, least stretch]. */
  readonly sums: Kernel;
}

/** At x + δ, δ in float64 (exact.ts). */
export interface ExactKernels {
  /** E at x + δ, J, one an element. */
  readonly energies: Kernel;
  /**
   * At x + δ, four numbers a corner: ∂E/∂x, N, and S, the force that the element would have there if it were pressed to nothing (or
   * has, if it is stretched by more), which rounding is measured by: at least the force of `rounding` times the largest δ. And T_ab for a couple of corners, a row of a by a column of b, in
   * the order (0, 1), (0, 2), … (1, 2), …; where `positive` is 1 the negative eigenvalues of K are set to 0 (or above).
   */
  readonly tangents: Kernel;
  /**
   * E(x + δ + αp) − E(x + δ) − α ∂E/∂x·p, J, one an element, p being `direction`, and α the first number of `lengths`. Of second
   * order in α, and accurate to rounding of itself, so that a line search can trust it where E changes by less than it is rounded by.
   */
  readonly rises: Kernel;
}

/** The elements of a force in a body: plain data. */
export interface ElementSet {
  /** By element, `corners` particle indices. */
  readonly corners: Uint32Array;
  /** By element, `numbers` numbers. */
  readonly numbers: Float64Array;
}

/** The elements of a force in a model, body after body; corners are slots. */
export interface Elements extends ElementSet {
  readonly force: Force;
  readonly count: number;
}

/** What the world's buffers and domains of a force's elements are called. */
export const namesOf = (id: string) =>
  ({
    corners: `${id}Corners`,
    numbers: `${id}Numbers`,
    blocks: `${id}Blocks`,
    totals: `${id}Totals`,
  }) as const;
