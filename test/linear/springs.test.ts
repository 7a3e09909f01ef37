import { type Body, cloth, network } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { analyse, patternOf, springAnalysis } from '../../engine/linear/analysis.ts';
import { buildModel } from '../../engine/model.ts';
import { springsOf } from '../verification/mathematics.ts';
import { Cholesky } from './cholesky.ts';
import { clothPairs, randomNumbers } from './matrices.ts';

/** M/h² + L over ids, from its definition. */
function definition(model: ReturnType<typeof buildModel>, inertia: number): number[][] {
  const dense = Array.from(model.masses, (m, i) =>
    Array.from(model.masses, (_, j) => (i === j ? m * inertia : 0)),
  );
  for (const { i, j, k } of springsOf(model)) {
    dense[i][i] += k;
    dense[j][j] += k;
    dense[i][j] -= k;
    dense[j][i] -= k;
  }
  return dense;
}

describe('M/h² + L', () => {
  const pinnedCloth = () =>
    cloth({ particles: [4, 5], stiffness: { structural: 100, shear: 30, bend: 7 }, pins: [0, 3], mass: 0.7 });
  /** Two springs between the same particles, and unequal masses. */
  const doubled = (): Body =>
    network({
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      springs: [
        [0, 1],
        [1, 0],
        [1, 2],
      ],
      restLengths: [1, 0.5, 1],
      stiffness: 10,
      masses: [1, 2, 3],
      pins: [],
    });

  it.each([
    ['cloth', pinnedCloth],
    ['doubled springs', doubled],
  ])('stands in the panels where the analysis says, and is solved by slot: %s', (_, body) => {
    const model = buildModel([body()]);
    const { particles, slotOf, masses } = model;
    const { symbolic, springPlaces, diagonalPlaces } = springAnalysis(model);
    const cholesky = new Cholesky(symbolic);
    const inertia = 900;
    masses.forEach((m, id) => {
      cholesky.panels[diagonalPlaces[slotOf[id]]] = m * inertia;
    });
    model.ends.forEach((slot, end) => {
      cholesky.panels[diagonalPlaces[slot]] += model.stiffness[end >> 1];
    });
    springPlaces.forEach((place, s) => {
      cholesky.panels[place] -= model.stiffness[s];
    });
    const b = Float64Array.from({ length: 3 * particles }, randomNumbers(5));
    const x = new Float64Array(b.length);
    cholesky.factorPanels().solve(b, x);
    const a = definition(model, inertia);
    for (let i = 0; i < particles; i++) {
      for (let c = 0; c < 3; c++) {
        const product = a[i].reduce((sum, value, j) => sum + value * x[3 * slotOf[j] + c], 0);
        expect(product).toBeCloseTo(b[3 * slotOf[i] + c], 12);
      }
    }
  });

  it("fills the cloth of [LBOK13] as little in the model's slots as in the user's order", () => {
    const n = 81;
    const pairs = clothPairs(n);
    const springs = Array.from(
      { length: pairs.length / 2 },
      (_, s) => [pairs[2 * s], pairs[2 * s + 1]] as const,
    );
    const vertices = Array.from({ length: n * n }, (_, i) => [i % n, Math.floor(i / n), 0] as const);
    const model = buildModel([network({ vertices, springs, stiffness: 1000, pins: [] })]);
    expect(model.idOf).not.toEqual(model.idOf.slice().sort());
    const { fill } = analyse(patternOf(n * n, pairs).pattern);
    expect(springAnalysis(model).symbolic.fill).toBe(fill);
  });
});
