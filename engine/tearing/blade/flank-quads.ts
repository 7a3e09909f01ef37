import type { Vec3 } from '../../body/body.ts';
import poseWgsl from '../../contact/pose.wgsl?raw';
import { defineKernel, read, write } from '../../kernel.ts';
import { NO_SPRING } from '../../surface/edges.ts';
import { at, dot, minus, plus } from '../../vector.ts';
import { REACHED } from '../split/side-quads.ts';
import { edgeAt, PROUD, seenFrom } from './edge.ts';
import edgeWgsl from './edge.wgsl?raw';
import wgsl from './flank-quads.wgsl?raw';

/**
 * On which side of a wedge's fin each quad of a cloth that splits lies. The result holds the side, 1 or 2 as in `sideQuads`; the bit 4 << c
 * for each corner c that the edge has reached; and 64 (`blade` + 1), so that no other blade changes it.
 * A quad gets a side if its centre p is within 2 r of the fin, r² = Σ|x_k − p|² over the corners, and at most 2 r above its top in this part
 * of the step. Once one of its corners is reached, the quad keeps its side as long as it is beside the fin; after that it has none.
 * A corner is reached when it comes as low as the edge, which is raised as in `slice`.
 * No paper: README.md derives it.
 */
export const flankQuads = defineKernel({
  name: 'flankQuads',
  over: 'triangles',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    quadCorners: read('u32', 'quadCorners', { indexes: 'particles' }),
    spares: read('uvec2', 'particles', { indexes: 'particles' }),
    sectors: read('u32', 'particles'),
    colliders: read('vec4', 'colliders'),
    sides: write('u32', 'triangles'),
  },
  scalars: { h: 'real', blade: 'u32' },
  reference: (args, first, end) => {
    const { x, v, masses, quadCorners, spares, sectors, colliders, sides, h, blade } = args;
    const edge = edgeAt(colliders, blade);
    const { half, depth } = edge;
    const mine = 64 * (blade + 1);
    for (let t = first; t < end; t++) {
      const told = sides[t];
      if (quadCorners[4 * t] === NO_SPRING || (told !== 0 && (told & ~63) !== mine)) continue;
      const slots = [0, 1, 2, 3].map((corner) => {
        const slot = quadCorners[4 * t + corner];
        return (sectors[slot] >> corner) & 1 ? spares[2 * slot] : slot;
      });
      const places = slots.map((slot) => at(x, slot));
      const p = places.reduce((sum, place) => plus(sum, place, 0.25), [0, 0, 0] as Vec3);
      const r = Math.sqrt(places.reduce((sum, place) => sum + dot(minus(place, p), minus(place, p)), 0));
      const proud = masses[4 * slots[0] + 2] + PROUD * r;
      const before = slots.map((slot, k) =>
        seenFrom(edge, edge.begin, plus(places[k], at(v, slot), -h), proud),
      );
      const after = places.map((place) => seenFrom(edge, edge.end, place, proud));
      const mean = (points: readonly Vec3[], c: number) =>
        0.25 * (points[0][c] + points[1][c] + points[2][c] + points[3][c]);
      const [was, is] = [mean(before, 1), mean(after, 1)];
      const across = mean(after, 0);
      const isSettled = (told & REACHED) !== 0;
      const isThere =
        Math.abs(across) <= 2 * r &&
        Math.abs(mean(after, 2)) <= half &&
        Math.min(was, is) <= 2 * r &&
        Math.max(was, is) >= (isSettled ? -depth - 2 * r : 0);
      if (!isThere) {
        sides[t] = 0;
        continue;
      }
      const side = isSettled ? told & 3 : across >= 0 ? 1 : 2;
      const reached = after.reduce(
        (bits, [, above, along], c) =>
          bits | (Number(Math.min(above, before[c][1]) <= 0 && Math.abs(along) <= half) << (2 + c)),
        0,
      );
      sides[t] = mine | reached | side;
    }
  },
  wgsl: poseWgsl + edgeWgsl + wgsl,
});
