/** What every hierarchy must be, whatever the bodies. */
import { type Body, cloth, network, rope, solid } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { hierarchyOf } from '../../engine/methods/multigrid/hierarchy.ts';
import { BITS, PATHS } from '../../engine/methods/multigrid/links.ts';
import { PARENTS, WHOLE } from '../../engine/methods/multigrid/pattern.ts';
import { buildModel } from '../../engine/model.ts';
import { unevenNet } from '../conformance/scenes.ts';
import { irregularMesh, tornNet } from './irregular.ts';

const dust = (): Body =>
  network({
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ],
    springs: [[0, 2]],
  });

/** By entry, the row that it is in. */
const ownersIn = (rowStarts: Uint32Array): Uint32Array => {
  const owners = new Uint32Array(rowStarts.at(-1)!);
  for (let i = 0; i + 1 < rowStarts.length; i++) owners.fill(i, rowStarts[i], rowStarts[i + 1]);
  return owners;
};

const SCENES: Readonly<Record<string, () => Body[]>> = {
  cloth: () => [cloth({ particles: [30, 21] })],
  rope: () => [rope({ particles: 400 })],
  mesh: () => [irregularMesh(40)],
  solid: () => [solid({ particles: [9, 8, 7] })],
  mixed: () => [dust(), tornNet(20), cloth({ particles: [9, 7] }), unevenNet(), rope()],
};

describe.each(Object.entries(SCENES))('%s', (_, bodies) => {
  const model = buildModel(bodies());
  const { levels, transfers, coarsest } = hierarchyOf(model);

  test('no point of a colour is a neighbour of another, and colours are all points', () => {
    for (const { points, rowStarts, neighbours, colours } of levels) {
      const colourOf = new Int32Array(points).fill(-1);
      for (const [colour, [first, end]] of colours.entries()) colourOf.fill(colour, first, end);
      expect(colourOf).not.toContain(-1);
      const rowOf = ownersIn(rowStarts);
      for (let e = 0; e < neighbours.length; e++) {
        const i = rowOf[e];
        if (neighbours[e] !== i) expect(colourOf[neighbours[e]]).not.toBe(colourOf[i]);
      }
    }
  });

  test('both paths to a parent lead from neighbour to neighbour to one place, and there are paths to nearly all', () => {
    transfers.forEach(({ parents, links }, l) => {
      const { rowStarts, neighbours } = levels[l];
      const rowOf = ownersIn(rowStarts);
      /** Where a link leads, whose entry for the way back is `back`. */
      const led = (from: number, there: number, back?: number) => {
        expect(rowOf[there]).toBe(from);
        if (back !== undefined) expect(neighbours[back]).toBe(from);
        return neighbours[there];
      };
      let [count, without] = [0, 0];
      for (let point = 0; point < parents.length / (2 * PARENTS); point++) {
        let at = links[point] + 1;
        for (let k = 0; k < PARENTS; k++) {
          const lengths = [0, 1].map((path) => (links[links[point]] >> (BITS * (PATHS * k + path))) & 3);
          const ends = lengths
            .filter((length) => length > 0)
            .map((length) => {
              const [a, b, bBack, c, cBack] = links.subarray(at, at + 2 * length - 1);
              at += 2 * length - 1;
              const [first, second] = [led(point, a), length > 1];
              const then = second ? led(first, b, bBack) : first;
              return length > 2 ? led(then, c, cBack) : then;
            });
          expect(new Set(ends).size).toBeLessThan(2);
          const isParent = parents[2 * (PARENTS * point + k) + 1] > 0;
          if (isParent) count++;
          if (isParent && ends.length === 0) without++;
        }
      }
      // A place of its own each coarse point has.
      expect(without - levels[l + 1].points).toBeLessThanOrEqual(0.01 * count);
    });
  });

  test('rows of P sum to one, but for particles without springs; columns hold the same', () => {
    transfers.forEach(({ parents, children, pairs: all, places }, l) => {
      const { points, rowStarts, neighbours } = levels[l];
      const columns = new Map<string, number>();
      for (let coarse = 0; coarse < levels[l + 1].points; coarse++)
        for (let k = children[2 * (all + coarse)]; k < children[2 * (all + coarse + 1)]; k++)
          columns.set(`${children[2 * k]} ${coarse}`, children[2 * k + 1]);
      let pairs = 0;
      for (let i = 0; i < points; i++) {
        let sum = 0;
        for (let k = 2 * PARENTS * i; k < 2 * PARENTS * (i + 1); k += 2) {
          if (parents[k + 1] === 0) continue;
          sum += parents[k + 1];
          pairs++;
          expect(columns.get(`${i} ${parents[k]}`)).toBe(parents[k + 1]);
        }
        expect(sum).toBe(l === 0 && neighbours[rowStarts[i]] === i ? 0 : WHOLE);
      }
      expect(columns.size).toBe(pairs);
      const { points: coarsePoints, rowStarts: coarseStarts, neighbours: others } = levels[l + 1];
      expect(places.pairs.length).toBe(2 * (places.tables + coarsePoints + 1));
      const found = new Set<number>();
      for (let i = 0; i < coarsePoints; i++) {
        const [at, entry, end] = places.pairs.subarray(2 * (places.tables + i));
        expect(entry).toBe(coarseStarts[i]);
        for (let k = at; k < end; k++) {
          const [other, where] = places.pairs.subarray(2 * k);
          if (other === 0xffff_ffff) continue;
          expect(others[where]).toBe(other);
          found.add(where);
        }
      }
      expect(found.size).toBe(levels[l + 1].entries);
    });
  });

  test('ends in pieces of at most 25 points, all of them once', () => {
    const { width, members, memberCount } = coarsest!;
    expect(width).toBeLessThanOrEqual(25);
    memberCount.forEach((count, point) => {
      expect(members.slice(point * width, point * width + count)).toContain(point);
    });
    expect(memberCount.length).toBe(levels.at(-1)!.points);
  });
});

test('bodies without springs have no coarse levels', () => {
  const model = buildModel([network({ vertices: [[0, 0, 0]], springs: [] })]);
  expect(hierarchyOf(model)).toMatchObject({ levels: { length: 1 }, transfers: [], coarsest: undefined });
});
