/**
 * The matrix that projective dynamics solves with in every global step,
 *
 *   A = M/h² + L,   [LBOK13] Eq. (14) divided by h²,
 *
 * with L the Laplacian of the springs weighted by stiffness: +s on both diagonals and −s between the ends. Every
 * coordinate has the same matrix, so one scalar matrix serves x, y and z. Rows and columns are the model's slots.
 */
import type { Connections } from '../structure.ts';
import { patternOf } from './sparse.ts';
import { analyse, type FactorLayout } from './symbolic.ts';

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
export function springAnalysis({ particles, ends, idOf, slotOf }: Connections): SpringAnalysis {
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
