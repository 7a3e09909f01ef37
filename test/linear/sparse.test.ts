import { type Body, cloth, network } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { factorDense, solveDense, toDense } from '../../engine/linear/dense.ts';
import {
  addPinned,
  matrixOf,
  multiply,
  patternOf,
  springPattern,
  springValues,
} from '../../engine/linear/sparse.ts';
import { buildModel } from '../../engine/model.ts';
import { springsOf } from '../verification/mathematics.ts';
import { clothPairs, KINDS, randomMatrix, randomNumbers } from './matrices.ts';

describe('pattern', () => {
  it('holds the lower triangle by columns, ascending, the diagonal first, repeated pairs once', () => {
    const { pattern, places } = patternOf(4, [3, 0, 0, 2, 2, 1, 0, 3, 1, 1]);
    expect([...pattern.starts]).toEqual([0, 3, 5, 6, 7]);
    expect([...pattern.rows]).toEqual([0, 2, 3, 1, 2, 2, 3]);
    expect([...places]).toEqual([2, 1, 4, 2, 3]);
  });

  it('refuses an index that is too large, and says which', () => {
    expect(() => patternOf(3, [0, 3])).toThrow('pairs: 3 is not allowed; indices below 3');
    expect(() => patternOf(3, [-1, 0])).toThrow('pairs: -1');
  });

  it('adds repeated entries up, from either triangle', () => {
    const matrix = matrixOf(2, [
      [0, 1, 2],
      [1, 0, 3],
      [1, 1, 4],
      [1, 1, 5],
    ]);
    expect([...toDense(matrix)]).toEqual([0, 5, 5, 9]);
  });

  it("has the springs of [LBOK13]'s cloth", () => {
    expect(clothPairs(81).length / 2).toBe(32_158);
  });
});

describe('multiply', () => {
  it.each(KINDS)('equals the dense product for one vector and for three, %s', (kind) => {
    const size = 23;
    const matrix = randomMatrix(kind, size, 7);
    const dense = toDense(matrix);
    for (const width of [1, 3]) {
      const random = randomNumbers(11);
      const x = Float64Array.from({ length: width * size }, random);
      const y = new Float64Array(width * size).fill(NaN);
      multiply(matrix, x, y, width);
      for (let i = 0; i < size; i++) {
        for (let c = 0; c < width; c++) {
          let sum = 0;
          for (let j = 0; j < size; j++) sum += dense[i * size + j] * x[width * j + c];
          expect(y[width * i + c]).toBeCloseTo(sum, 12);
        }
      }
    }
  });
});

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
});
