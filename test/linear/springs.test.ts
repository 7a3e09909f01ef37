import { type Body, cloth, network } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { factorDense, solveDense, toDense } from '../../engine/linear/dense.ts';
import { multiply, patternOf } from '../../engine/linear/sparse.ts';
import { addPinned, springCholesky, springPattern, springValues } from '../../engine/linear/springs.ts';
import { analyse } from '../../engine/linear/symbolic.ts';
import { buildModel } from '../../engine/model.ts';
import { springsOf } from '../verification/mathematics.ts';
import { clothPairs, randomNumbers } from './matrices.ts';

/** M/h² + L over ids, from its definition. */
function expected(model: ReturnType<typeof buildModel>, inertia: number): number[][] {
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
  ])('is what the definition says, without pins: %s', (_, body) => {
    const model = buildModel([body()]);
    const pattern = springPattern(model);
    const values = springValues(model, pattern, { inertia: 900, pins: [] });
    const dense = toDense({ ...pattern, values });
    const definition = expected(model, 900);
    for (let i = 0; i < model.particles; i++) {
      for (let j = 0; j < model.particles; j++) {
        const seen = dense[model.slotOf[i] * model.particles + model.slotOf[j]];
        expect(seen).toBeCloseTo(definition[i][j], 9);
      }
    }
  });

  it('keeps its pattern when pins come and go', () => {
    const model = buildModel([pinnedCloth()]);
    const pattern = springPattern(model);
    const free = springValues(model, pattern, { inertia: 900, pins: [] });
    const values = springValues(model, pattern, { inertia: 900, pins: [2] });
    expect(values.length).toBe(free.length);
    springValues(model, pattern, { inertia: 900, pins: [] }, values);
    expect(values).toEqual(free);
  });

  it('makes rows of the identity at pins, and solves for the free particles as if the pins were eliminated', () => {
    const model = buildModel([pinnedCloth()]);
    const { particles, slotOf, pins } = model;
    const pattern = springPattern(model);
    const values = springValues(model, pattern, { inertia: 900, pins });
    const dense = toDense({ ...pattern, values });
    for (const pin of pins) {
      const slot = slotOf[pin];
      for (let j = 0; j < particles; j++) expect(dense[slot * particles + j]).toBe(j === slot ? 1 : 0);
    }

    // The free block of the definition against f − (free × pinned block) times the pinned positions.
    const random = randomNumbers(5);
    const f = Float64Array.from({ length: 3 * particles }, random);
    const held = Float64Array.from({ length: 3 * particles }, random);
    const definition = expected(model, 900);
    const free = Array.from({ length: particles }, (_, id) => id).filter((id) => !pins.includes(id));
    const block = Float64Array.from(free.flatMap((i) => free.map((j) => definition[i][j])));
    const b = f.slice();
    addPinned(model, pins, held, b);
    for (let c = 0; c < 3; c++) {
      const right = free.map(
        (i) =>
          f[3 * slotOf[i] + c] -
          pins.reduce((sum, pin) => sum + definition[i][pin] * held[3 * slotOf[pin] + c], 0),
      );
      const wanted = solveDense(factorDense(block, free.length), free.length, right);
      const column = Array.from({ length: particles }, (_, slot) => b[3 * slot + c]);
      const seen = solveDense(factorDense(dense, particles), particles, column);
      for (const [k, id] of free.entries()) expect(seen[slotOf[id]]).toBeCloseTo(wanted[k], 12);
      for (const pin of pins) expect(seen[slotOf[pin]]).toBe(held[3 * slotOf[pin] + c]);
    }
  });

  it('refuses a pin that is no particle, and a negative inertia', () => {
    const model = buildModel([doubled()]);
    const pattern = springPattern(model);
    expect(() => springValues(model, pattern, { inertia: 1, pins: [3] })).toThrow('pins[0]: 3');
    expect(() => springValues(model, pattern, { inertia: -1, pins: [] })).toThrow('inertia: -1');
  });

  it('is factored for slots, in an order found by ids, and an error names the id', () => {
    const model = buildModel([pinnedCloth()]);
    const { particles, slotOf, pins } = model;
    const pattern = springPattern(model);
    const values = springValues(model, pattern, { inertia: 900, pins });
    const cholesky = springCholesky(model, pattern);
    const b = Float64Array.from({ length: 3 * particles }, randomNumbers(5));
    const x = new Float64Array(b.length);
    cholesky.factor(values).solve(b, x);
    const product = new Float64Array(b.length);
    multiply({ ...pattern, values }, x, product, 3);
    product.forEach((value, k) => {
      expect(value).toBeCloseTo(b[k], 12);
    });
    for (const pin of pins) {
      const at = 3 * slotOf[pin];
      expect([...x.subarray(at, at + 3)]).toEqual([...b.subarray(at, at + 3)]);
    }
    for (const id of [7, 16]) {
      const bad = values.slice();
      bad[pattern.starts[slotOf[id]]] = -1;
      expect(() => cholesky.factor(bad)).toThrow(`particle ${id} has the pivot -`);
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
    expect(springCholesky(model, springPattern(model)).symbolic.fill).toBe(fill);
  });
});
