/**
 * How a body follows a mover, a particle that slides or is welded. The solve holds movers still like pins. Afterwards a mover moves
 * along its mode φ_m, and with it particle i by φ_mi: 1 at the mover, 0 at every other bound particle. φ_m minimises
 * ½ φᵀ A φ, A = M/h² + L being the matrix of projective dynamics, [PNF18] Eq. (6). So it is A-orthogonal to all that the solve
 * can change, and solve and slide together give what a solve with the rails as constraints would give.
 *
 * Any φ is admissible, since slide.ts takes the best step along it. Conjugate gradients may therefore stop after `REACH`
 * springs, and a mover whose springs may be torn moves alone (the host has no list of torn springs). A particle held by a grab
 * is heavier (interaction/hold.ts): then φ starts from that of the free body, and S uses the increased mass.
 */
import { factorDense, solveDense } from '../linear/dense.ts';
import type { Model } from '../model.ts';

/** Iterations of conjugate gradients; each reaches one spring further. */
const REACH = 60;
const ENOUGH = 1e-3;
/** Share of a mover's own a_mm added to S: without inertia a body without a bound particle does not resist motion. */
const RIDGE = 1e-7;

export interface Stiffness {
  /** 1/h², or 0 where integration is off. */
  readonly inertia: number;
  /** Factor on the stiffness of the model's springs. */
  readonly stiffening: number;
  /** Stiffness of every spring, N/m, if above 0; otherwise the model's. */
  readonly rigid: number;
}

export interface Modes {
  /** φ_mi at m · particles + i, i a slot. */
  readonly modes: Float64Array;
  /** S = φᵀ A φ, then S⁻¹. */
  readonly coupling: Float64Array;
}

/** The movers, the bound particles, and the stiffness of springs. */
export interface Moving {
  /** The slots of each mover: one, or two for a weld. */
  readonly movers: readonly (readonly number[])[];
  /** For each slot, whether the particle is bound; movers are. */
  readonly isBound: Uint8Array;
  readonly stiffness: Stiffness;
  /** For each mover. */
  readonly isAlone: readonly boolean[];
}

/** A body with a held particle. */
export interface Held {
  /** For each slot, the mass that grabs add, kg. */
  readonly added: ReadonlyMap<number, number>;
  /** The modes without those masses. */
  readonly free: Modes;
}

/** Whether two descriptions give the same modes. */
export function isSameMove(a: Moving, b: Moving): boolean {
  const key = ({ movers, stiffness, isAlone }: Moving) => JSON.stringify([movers, stiffness, isAlone]);
  return key(a) === key(b) && a.isBound.every((bound, i) => bound === b.isBound[i]);
}

export function modesOf(
  model: Model,
  { movers, isBound, stiffness, isAlone }: Moving,
  { added, free }: Partial<Held> = {},
): Modes {
  const { particles } = model;
  const matrix = matrixOf(model, stiffness, added);
  const modes = new Float64Array(movers.length * particles);
  const images = movers.map((slots, m) => {
    const phi = modes.subarray(m * particles, (m + 1) * particles);
    for (const slot of slots) phi[slot] = 1;
    if (!isAlone[m]) extend(matrix, phi, isBound, free?.modes.subarray(m * particles, (m + 1) * particles));
    return apply(matrix, phi, new Float64Array(particles));
  });
  const size = movers.length;
  const coupling = new Float64Array(2 * size * size);
  for (let m = 0; m < size; m++) {
    for (let n = 0; n <= m; n++) {
      const product = dot(modes.subarray(m * particles, (m + 1) * particles), images[n]);
      const ridge = m === n ? RIDGE * Math.max(...movers[m].map((slot) => matrix.diagonal[slot])) : 0;
      coupling[m * size + n] = product + ridge;
      coupling[n * size + m] = product + ridge;
    }
  }
  const factor = factorDense(coupling.subarray(0, size * size), size);
  for (let m = 0; m < size; m++) {
    const unit = new Float64Array(size);
    unit[m] = 1;
    coupling.set(solveDense(factor, size, unit), size * size + m * size);
  }
  return { modes, coupling };
}

/** A: its diagonal, and s_ij in the entries of the model's rows. */
interface Matrix {
  readonly model: Model;
  readonly diagonal: Float64Array;
  readonly weights: Float64Array;
}

function matrixOf(
  model: Model,
  { inertia, stiffening, rigid }: Stiffness,
  added: Held['added'] = new Map(),
): Matrix {
  const { particles, neighbours, rowStarts, springOf, stiffness, masses, idOf } = model;
  const diagonal = Float64Array.from({ length: particles }, (_, i) => inertia * masses[idOf[i]]);
  const weights = new Float64Array(neighbours.length);
  for (let i = 0; i < particles; i++) {
    for (let e = rowStarts[i]; e < rowStarts[i + 1]; e++) {
      const own = stiffness[springOf[e]];
      if (neighbours[e] === i || own === 0) continue;
      weights[e] = rigid > 0 ? rigid : stiffening * own;
      diagonal[i] += weights[e];
    }
  }
  for (const [slot, mass] of added) diagonal[slot] += inertia * mass;
  // A particle without springs and without inertia must not cause a division by 0.
  return { model, diagonal: diagonal.map((a) => a || 1), weights };
}

/** A u. */
function apply({ model, diagonal, weights }: Matrix, u: Float64Array, result: Float64Array): Float64Array {
  const { particles, rowStarts, neighbours } = model;
  for (let i = 0; i < particles; i++) {
    let sum = diagonal[i] * u[i];
    for (let e = rowStarts[i]; e < rowStarts[i + 1]; e++) sum -= weights[e] * u[neighbours[e]];
    result[i] = sum;
  }
  return result;
}

/** Conjugate gradients, preconditioned by the diagonal, for the free particles, from `start` on; the others keep their φ. */
function extend(matrix: Matrix, phi: Float64Array, isBound: Uint8Array, start = phi): void {
  const size = phi.length;
  const { diagonal } = matrix;
  const left = () => apply(matrix, phi, new Float64Array(size)).map((value, i) => (isBound[i] ? 0 : -value));
  let r = left();
  const [d, w] = [new Float64Array(size), new Float64Array(size)];
  const weighted = () => {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += (r[i] * r[i]) / diagonal[i];
    return sum;
  };
  const first = weighted();
  phi.set(start);
  r = left();
  for (let k = 0, before = 1, rho = weighted(); k < REACH && rho > ENOUGH ** 2 * first; k++) {
    for (let i = 0; i < size; i++) d[i] = r[i] / diagonal[i] + (k === 0 ? 0 : rho / before) * d[i];
    apply(matrix, d, w);
    for (let i = 0; i < size; i++) if (isBound[i]) w[i] = 0;
    const step = rho / dot(d, w);
    for (let i = 0; i < size; i++) {
      phi[i] += step * d[i];
      r[i] -= step * w[i];
    }
    before = rho;
    rho = weighted();
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
