/** The analysis of sparse matrices runs in every place, gives back the memory of large ones, and takes the models there are. */
import { cloth, network } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { analyse, minimumDegree, patternOf, springAnalysis } from '../../engine/linear/analysis.ts';
import { buildModel } from '../../engine/model.ts';
import { clothPairs, count, eliminated, randomNumbers } from './matrices.ts';

/** Each is a case that `minimumDegree` treats apart. */
const MODELS = {
  'woven cloth': [cloth({ particles: [12, 9], mass: 1 })],
  'structural cloth': [cloth({ particles: [11, 11], stiffness: { structural: 10, shear: 0, bend: 0 } })],
  'a hub, with more neighbours than a column may have': [
    network({
      vertices: Array.from({ length: 200 }, (_, k) => [Math.cos(k), Math.sin(k), 0.01 * k] as const),
      springs: Array.from({ length: 199 }, (_, k) => [k < 160 ? 199 : k, k < 160 ? k : k + 1] as const),
    }),
  ],
  'no springs': [network({ vertices: [[0, 0, 0]], springs: [] })],
};

describe('the analysis of a sparse matrix', () => {
  it('makes the pattern of pairs that repeat, from its definition', () => {
    for (let size = 1; size < 40; size++) {
      const random = randomNumbers(size);
      const pairs = Array.from({ length: 6 * size }, () => Math.floor(((random() + 1) / 2) * size) % size);
      const { pattern, places } = patternOf(size, pairs);
      const columns = Array.from({ length: size }, (_, j) => new Set([j]));
      for (let k = 0; k < pairs.length; k += 2)
        columns[Math.min(pairs[k], pairs[k + 1])].add(Math.max(pairs[k], pairs[k + 1]));
      const rows = columns.flatMap((column) => [...column].sort((a, b) => a - b));
      expect([...pattern.rows]).toEqual(rows);
      for (let k = 0; k < pairs.length; k += 2) {
        const [low, high] = [pairs[k], pairs[k + 1]].sort((a, b) => a - b);
        const place = places[k / 2];
        expect(place).toBeGreaterThanOrEqual(pattern.starts[low]);
        expect(place).toBeLessThan(pattern.starts[low + 1]);
        expect(pattern.rows[place]).toBe(high);
      }
    }
    expect(patternOf(0, []).pattern.rows.length).toBe(0);
  });

  it.each(Object.keys(MODELS))('orders every particle once and counts the fill: %s', (name) => {
    const model = buildModel(MODELS[name as keyof typeof MODELS]);
    const { symbolic } = springAnalysis(model);
    expect([...symbolic.order].sort((a, b) => a - b)).toEqual([...model.idOf].sort((a, b) => a - b));
    const { pattern } = patternOf(model.particles, model.ends);
    expect(symbolic.fill).toBe(count(eliminated(pattern, symbolic.order)));
  });

  it('begins with fresh memory after a large matrix', () => {
    const small = () => minimumDegree(patternOf(81, clothPairs(9)).pattern);
    const before = small();
    analyse(patternOf(257 * 257, clothPairs(257)).pattern);
    expect(small()).toEqual(before);
  });
});
