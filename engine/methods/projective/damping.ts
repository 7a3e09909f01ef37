/** Damping of Jacobi sweeps: of all, for bodies whose elements give links of negative stiffness, and what warns of sweeps that overshoot. */
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

/**
 * After n sweeps from δ = 0, a mode whose eigenvalue of the iteration matrix is −λ has 1 + λⁿ of its correction if n is odd. A step takes
 * such a mode of stiff springs from x to −λⁿ (2x − x₋): z² + 2az − a = 0 with a = λⁿ, which has a root below −1 where a is above 1/3.
 */
const MOST_OVERSHOOT = 1 / 3;
/** λ is found from below, to a few per cent. */
const MARGIN = 0.75;

/** The warning for so many sweeps a step; where no time passes, and after an even number, nothing overshoots. */
export function adviceOnOvershoot(model: Model, inertia: number, sweeps: number): string | undefined {
  if (sweeps % 2 === 0 || inertia === 0) return undefined;
  const overshoot = alternation(model, inertia) ** sweeps;
  if (overshoot <= MARGIN * MOST_OVERSHOOT) return undefined;
  return `pd-jacobi with an odd number of sweeps a step (outer × inner = ${sweeps}) overshoots by up to ${Math.round(100 * overshoot)} % on springs this stiff, and may diverge; take ${sweeps + 1}, or a shorter time step`;
}

/** Applications of the iteration matrix that find λ. */
const TURNS = 30;

const alternations = new WeakMap<Model, Map<number, number>>();

/** −1 times the least eigenvalue of Jacobi's iteration matrix 1 − D⁻¹A, at least 0, by vector iteration with 1 − G. */
function alternation(model: Model, inertia: number): number {
  const found = alternations.get(model) ?? new Map<number, number>();
  alternations.set(model, found);
  const known = found.get(inertia);
  if (known !== undefined) return known;
  const { particles, links, ends, stiffness, masses, slotOf, colours } = model;
  const diagonal = new Float64Array(particles);
  for (let id = 0; id < particles; id++) diagonal[slotOf[id]] = inertia * masses[id];
  for (let k = 0; k < 2 * links; k++) diagonal[ends[k]] += stiffness[k >> 1];
  // What alternates from colour to colour is near the mode that is looked for; the rest brings in the others.
  let x = new Float64Array(particles);
  colours.forEach(([first, end], colour) => {
    for (let i = first; i < end; i++) x[i] = (colour % 2 === 0 ? 1 : -1) * (1 + 0.3 * Math.sin(i * i));
  });
  let quotient = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    // A x, whose part by the diagonal is (1 − G) x: its greatest eigenvalue is 1 + λ.
    const product = diagonal.map((entry, i) => entry * x[i]);
    for (let k = 0; k < links; k++) {
      const [i, j] = [ends[2 * k], ends[2 * k + 1]];
      product[i] -= stiffness[k] * x[j];
      product[j] -= stiffness[k] * x[i];
    }
    let [above, below, most] = [0, 0, 0];
    for (let i = 0; i < particles; i++) {
      above += x[i] * product[i];
      below += x[i] * diagonal[i] * x[i];
    }
    quotient = below > 0 ? above / below : 0;
    x = product.map((value, i) => (diagonal[i] > 0 ? value / diagonal[i] : 0));
    for (const value of x) most = Math.max(most, Math.abs(value));
    if (most === 0) break;
    x = x.map((value) => value / most);
  }
  const alternating = Math.min(1, Math.max(0, quotient - 1));
  found.set(inertia, alternating);
  return alternating;
}
