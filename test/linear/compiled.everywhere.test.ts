/** Pattern, ordering and analysis in WebAssembly are those of TypeScript, number for number. */
import { cloth, network } from 'selvedge';
import { describe, expect, it } from 'vitest';
import * as compiled from '../../engine/linear/compiled.ts';
import { minimumDegree } from '../../engine/linear/order.ts';
import { patternOf } from '../../engine/linear/sparse.ts';
import { springAnalysis } from '../../engine/linear/springs.ts';
import { analyse } from '../../engine/linear/symbolic.ts';
import { buildModel } from '../../engine/model.ts';
import { KINDS, randomMatrix, randomNumbers } from './matrices.ts';

const randomPairs = (size: number, count: number, seed: number) => {
  const random = randomNumbers(seed);
  return Array.from({ length: 2 * count }, () => Math.floor(((random() + 1) / 2) * size) % size);
};

/** Of every kind that `minimumDegree` treats apart. */
const MODELS = {
  'woven cloth': [cloth({ particles: [40, 27], mass: 1 })],
  'structural cloth': [cloth({ particles: [33, 33], stiffness: { structural: 10, shear: 0, bend: 0 } })],
  'a hub, with more neighbours than a column may have': [
    network({
      vertices: Array.from({ length: 500 }, (_, k) => [Math.cos(k), Math.sin(k), 0.01 * k] as const),
      springs: Array.from({ length: 499 }, (_, k) => [k < 300 ? 499 : k, k < 300 ? k : k + 1] as const),
    }),
  ],
  'no springs': [network({ vertices: [[0, 0, 0]], springs: [] })],
};

describe('the analysis in WebAssembly', () => {
  it('is what runs here', () => {
    expect(compiled.isCompiled()).toBe(true);
  });

  it('makes the same pattern, of pairs that repeat too', () => {
    for (let size = 1; size < 40; size++) {
      const pairs = randomPairs(size, 3 * size, size);
      expect(compiled.patternOf(size, pairs)).toEqual(patternOf(size, pairs));
    }
    expect(compiled.patternOf(0, [])).toEqual(patternOf(0, []));
    expect(() => compiled.patternOf(3, [0, 3])).toThrow('indices below 3');
  });

  it.each(KINDS)('orders and analyses as TypeScript does: %s', (kind) => {
    for (const size of [1, 2, 3, 7, 20, 60, 300]) {
      const pattern = randomMatrix(kind, size, size);
      const order = minimumDegree(pattern);
      expect(compiled.minimumDegree(pattern)).toEqual(order);
      expect(compiled.analyse(pattern)).toEqual(analyse(pattern));
      const turned = order.toReversed();
      expect(compiled.analyse(pattern, turned)).toEqual(analyse(pattern, { order: turned }));
    }
    expect(() => compiled.analyse(randomMatrix(kind, 2, 1), Int32Array.of(0, 0))).toThrow(
      'every number below 2 once',
    );
  });

  it.each(Object.keys(MODELS))('analyses a model as TypeScript does: %s', (name) => {
    const model = buildModel(MODELS[name as keyof typeof MODELS]);
    expect(compiled.springAnalysis(model)).toEqual(springAnalysis(model));
  });
});
