/** Damping of Jacobi sweeps for bodies whose elements give links of negative stiffness. */
import type { Model } from '../../model.ts';

const known = new WeakMap<Model, number>();

/**
 * θ ≤ 1 such that δ + θ (δ̂ − δ) converges, where δ̂ is the result of a Jacobi sweep. It converges for θ < 2/λ, λ being the largest
 * eigenvalue of D⁻¹A. By Gershgorin λ ≤ max_i (a_ii + Σ_j |a_ij|)/a_ii. The bound is 2 for springs, and more for triangles with obtuse
 * angles and for hinges, whose rows have entries of both signs. Inertia only makes it smaller.
 */
export function dampingOf(model: Model): number {
  const found = known.get(model);
  if (found !== undefined) return found;
  const { particles, springs, links, ends, stiffness } = model;
  const diagonals = new Float64Array(particles);
  const sums = new Float64Array(particles);
  for (let k = 2 * springs; k < 2 * links; k++) {
    diagonals[ends[k]] += stiffness[k >> 1];
    sums[ends[k]] += Math.abs(stiffness[k >> 1]);
  }
  let most = 2;
  for (let i = 0; i < particles; i++) if (diagonals[i] > 0) most = Math.max(most, 1 + sums[i] / diagonals[i]);
  const damping = 2 / most;
  known.set(model, damping);
  return damping;
}
