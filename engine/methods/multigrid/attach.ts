import { defineKernel, type RealArray, read, write } from '../../kernel.ts';
import wgsl from './attach.wgsl?raw';
import { NO_ENTRY, PATH, PATHS } from './links.ts';
import { PARENTS, WHOLE } from './pattern.ts';

/**
 * Keeps interpolation from reaching across a tear: a point keeps the parents that it is still connected to, and their shares are scaled
 * to a sum of 1. A parent is reached along one of two paths (links.ts). A point that reaches none takes no part in the coarse problem.
 * `changed` becomes 1 if the interpolation of the point changed.
 * No paper: README.md, under "Tears", derives it.
 */
export const attach = defineKernel({
  name: 'attach',
  over: 'particles',
  buffers: {
    allParents: read('uvec2', 'parents'),
    /** Five entries a path, two paths a parent. */
    links: read('u32', 'links'),
    weights: read('real', 'entries'),
    parents: write('uvec2', 'parents'),
    changed: write('u32', 'particles'),
  },
  scalars: {},
  reference: ({ allParents, links, weights, parents, changed }, first, end) => {
    for (let i = first; i < end; i++) {
      const before = parents.slice(2 * PARENTS * i, 2 * PARENTS * (i + 1));
      let sum = 0;
      for (let k = PARENTS * i; k < PARENTS * (i + 1); k++) {
        const share = isReached(links, weights, k) ? allParents[2 * k + 1] : 0;
        parents.set([allParents[2 * k], share], 2 * k);
        sum += share;
      }
      if (sum > 0 && sum < WHOLE) grow(parents, i, sum);
      if (before.some((value, k) => value !== parents[2 * PARENTS * i + k])) changed[i] = 1;
    }
  },
  wgsl,
});

/** Scales shares from a sum of `sum` to a sum of 1, in even numbers so that products fit in 32 bits; the remainder goes to the first. */
function grow(parents: Uint32Array, i: number, sum: number): void {
  let left = WHOLE;
  let heir = -1;
  for (let k = PARENTS * i; k < PARENTS * (i + 1); k++) {
    if (parents[2 * k + 1] === 0) continue;
    if (heir < 0) heir = k;
    parents[2 * k + 1] = 2 * Math.floor((parents[2 * k + 1] * (WHOLE / 2)) / sum);
    left -= parents[2 * k + 1];
  }
  parents[2 * heir + 1] += left;
}

function isReached(links: Uint32Array, weights: RealArray, k: number): boolean {
  const isWhole = (entry: number) => entry === NO_ENTRY || weights[entry] !== 0;
  for (let path = PATH * PATHS * k; path < PATH * PATHS * (k + 1); path += PATH) {
    const hasSecond = isWhole(links[path + 1]) || isWhole(links[path + 2]);
    const hasThird = isWhole(links[path + 3]) || isWhole(links[path + 4]);
    if (isWhole(links[path]) && hasSecond && hasThird) return true;
  }
  return false;
}
