import { defineKernel, type RealArray, read, write } from '../../kernel.ts';
import wgsl from './attach.wgsl?raw';
import { BITS, PATHS } from './links.ts';
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
    /** Of each parent the share where nothing is torn. */
    allShares: read('u32', 'shares'),
    /** Packed as by `packedLinks`. */
    links: read('u32', 'links'),
    weights: read('real', 'entries'),
    parents: write('uvec2', 'parents'),
    changed: write('u32', 'particles'),
  },
  scalars: {},
  reference: ({ allShares, links, weights, parents, changed }, first, end) => {
    for (let i = first; i < end; i++) {
      const before = parents.slice(2 * PARENTS * i, 2 * PARENTS * (i + 1));
      const reached = reachedFrom(i, links, weights);
      let sum = 0;
      for (let k = PARENTS * i; k < PARENTS * (i + 1); k++) {
        const share = reached[k % PARENTS] ? allShares[k] : 0;
        parents[2 * k + 1] = share;
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

/** For each parent of a point, whether a path to it is whole; one without a path, such as the point itself, is reached. */
function reachedFrom(i: number, links: Uint32Array, weights: RealArray): boolean[] {
  const isWhole = (link: number) => weights[links[link]] !== 0;
  const [seen, reached] = [new Set<number>(), new Set<number>()];
  let at = links[i] + 1;
  for (let path = 0; path < PARENTS * PATHS; path++) {
    const length = (links[links[i]] >> (BITS * path)) & 3;
    if (length === 0) continue;
    const parent = Math.floor(path / PATHS);
    seen.add(parent);
    const second = length < 2 || isWhole(at + 1) || isWhole(at + 2);
    const third = length < 3 || isWhole(at + 3) || isWhole(at + 4);
    if (isWhole(at) && second && third) reached.add(parent);
    at += 2 * length - 1;
  }
  return Array.from({ length: PARENTS }, (_, parent) => reached.has(parent) || !seen.has(parent));
}
