/**
 * The matrix that projective dynamics solves with in every global step,
 *
 *   A = M/h² + L,   [LBOK13] Eq. (14) divided by h²,
 *
 * with L the Laplacian of the springs weighted by stiffness: +s on both diagonals and −s between the ends. Every
 * coordinate has the same matrix, so one scalar matrix serves x, y and z. Rows and columns are the model's slots.
 */
import { number } from '../errors.ts';
import type { RealArray } from '../kernel.ts';
import type { Model } from '../model.ts';
import { Cholesky } from './cholesky.ts';
import { type Pattern, patternOf } from './sparse.ts';
import { analyse, type FactorLayout } from './symbolic.ts';

/** The pattern of A, and where each spring stands in it. */
export interface SpringPattern extends Pattern {
  /** By spring: the entry between its ends. Springs with the same ends share it. */
  readonly places: Int32Array;
}

export function springPattern({ particles, ends }: Model): SpringPattern {
  const { pattern, places } = patternOf(particles, ends);
  return { ...pattern, places };
}

/** The analysis of A, and where its numbers stand in the panels. */
export interface SpringAnalysis {
  readonly symbolic: FactorLayout;
  /** By spring: the entry between its ends. */
  readonly springPlaces: Uint32Array;
  /** By slot: the diagonal. */
  readonly diagonalPlaces: Uint32Array;
}

/**
 * The ordering starts from the user's ids: minimum degree has to break ties by number, and neighbours in space are closer by
 * id than by slot, which are sorted by colour (by slot the [LBOK13] cloth has 1 % more fill at 81², 9 % at 257²). So the
 * whole analysis is by id, and only its result by slot.
 */
export function springAnalysis({ particles, ends, idOf, slotOf }: Model): SpringAnalysis {
  const { pattern, places } = patternOf(
    particles,
    ends.map((slot) => idOf[slot]),
  );
  const { places: inPanels, ...symbolic } = analyse(pattern);
  const { order } = symbolic;
  for (let k = 0; k < particles; k++) order[k] = slotOf[order[k]];
  const springPlaces = new Uint32Array(places.length);
  for (let s = 0; s < places.length; s++) springPlaces[s] = inPanels[places[s]];
  const diagonalPlaces = new Uint32Array(particles);
  for (let id = 0; id < particles; id++) diagonalPlaces[slotOf[id]] = inPanels[pattern.starts[id]];
  return { symbolic, springPlaces, diagonalPlaces };
}

/** A Cholesky factorisation ready for the model's values. */
export const springCholesky = (model: Model, pattern: SpringPattern): Cholesky => {
  const order = Int32Array.from(springAnalysis(model).symbolic.order);
  return new Cholesky(analyse(pattern, { order }), { describe: (slot) => `particle ${model.idOf[slot]}` });
};

export interface SpringSystem {
  /** 1/h² in 1/s²; 0 drops the inertia, and then every connected piece needs a pin. */
  readonly inertia: number;
  /** Ids of the particles held in place. */
  readonly pins: readonly number[];
}

/**
 * The values of A, N/m, in the order of the pattern. A pinned particle is a Dirichlet condition: its row and
 * column become those of the identity, so a solution there is the right-hand side there; what the pin contributes to
 * its neighbours belongs on the right-hand side (`addPinned`).
 *
 * The pattern keeps the pinned entries as zeros: pinning, unpinning, another step or another stiffness then only
 * renew the values, and the ordering and symbolic analysis stay.
 */
export function springValues(
  model: Model,
  { starts, rows, places }: SpringPattern,
  { inertia, pins }: SpringSystem,
  values: Float64Array = new Float64Array(rows.length),
): Float64Array {
  number('inertia', inertia, { min: 0, unit: '1/s²' });
  const { particles, springs, ends, stiffness, masses, idOf } = model;
  const isPinned = pinnedSlots(model, pins);
  for (let slot = 0; slot < particles; slot++) {
    values.fill(0, starts[slot], starts[slot + 1]);
    values[starts[slot]] = isPinned[slot] ? 1 : masses[idOf[slot]] * inertia;
  }
  for (let s = 0; s < springs; s++) {
    const i = ends[2 * s];
    const j = ends[2 * s + 1];
    if (i === j) continue;
    if (!isPinned[i]) values[starts[i]] += stiffness[s];
    if (!isPinned[j]) values[starts[j]] += stiffness[s];
    if (!isPinned[i] && !isPinned[j]) values[places[s]] -= stiffness[s];
  }
  return values;
}

/**
 * Makes b, three numbers a slot, the right-hand side of the system with pins: at a pin the value x shall have there,
 * at the neighbours of a pin the force s x of the spring between.
 */
export function addPinned(model: Model, pins: readonly number[], x: RealArray, b: RealArray): void {
  const isPinned = pinnedSlots(model, pins);
  const { springs, ends, stiffness, particles } = model;
  for (let s = 0; s < springs; s++) {
    for (const [free, pin] of [
      [ends[2 * s], ends[2 * s + 1]],
      [ends[2 * s + 1], ends[2 * s]],
    ]) {
      if (isPinned[free] || !isPinned[pin]) continue;
      for (let c = 0; c < 3; c++) b[3 * free + c] += stiffness[s] * x[3 * pin + c];
    }
  }
  for (let slot = 0; slot < particles; slot++) {
    if (isPinned[slot]) for (let c = 0; c < 3; c++) b[3 * slot + c] = x[3 * slot + c];
  }
}

function pinnedSlots({ particles, slotOf }: Model, pins: readonly number[]): Uint8Array {
  const isPinned = new Uint8Array(particles);
  pins.forEach((pin, k) => {
    isPinned[slotOf[number(`pins[${k}]`, pin, { min: 0, max: particles - 1, integer: true })]] = 1;
  });
  return isPinned;
}
