import type { Vec3 } from '../../body/body.ts';
import { defineKernel, read, write } from '../../kernel.ts';
import { NO_SPRING } from '../../surface/edges.ts';
import { cross, dot, minus, plus } from '../../vector.ts';
import { BLADE, cornersOf } from '../cut.ts';
import wgsl from './side-quads.wgsl?raw';

/** The bits of a quad's corners that a blade has reached; a stroke reaches all of them. */
export const REACHED = 0b111100;

/**
 * On which side of a blade, the triangle (a, b, c), the quad of each triangle lies. With p the centre of the quad and
 * n = (b − a) × (c − a), the side is 1 if n·(p − a) ≥ 0, else 2; it is 0 while undecided. The bits 4 << c of all corners c are set with it,
 * since `partQuads` reads them.
 * A blade decides for the quads whose centre is within r of its plane, r² = Σ|x_k − p|² over the corners (a diagonal), and projects into
 * the triangle: n·((b − a) × (p − a)) ≥ 0, and likewise for the other two sides.
 * The decision of an earlier blade of the same stroke stays, so that all corners of a quad agree.
 * `fresh` is 1 for the first blade of a stroke, which clears earlier decisions. Later blades also decide for quads
 * up to r in front of their side (a, b): at a bend of the stroke these are over neither blade, and on the same side of both.
 * No paper: README.md says why.
 */
export const sideQuads = defineKernel({
  name: 'sideQuads',
  over: 'triangles',
  buffers: {
    x: read('vec4', 'particles'),
    quadCorners: read('u32', 'quadCorners', { indexes: 'particles' }),
    spares: read('uvec2', 'particles', { indexes: 'particles' }),
    sectors: read('u32', 'particles'),
    sides: write('u32', 'triangles'),
  },
  scalars: { ...BLADE, fresh: 'u32' },
  reference: (args, first, end) => {
    const { x, quadCorners, spares, sectors, sides, fresh } = args;
    const [a, b, c] = cornersOf(args);
    const [ab, bc, ca] = [minus(b, a), minus(c, b), minus(a, c)];
    const n = cross(ab, minus(c, a));
    /** Of places, the one at corner c of a triangle's quad. */
    const placeOf = (t: number, corner: number): Vec3 => {
      const slot = quadCorners[4 * t + corner];
      const i = (sectors[slot] >> corner) & 1 ? spares[2 * slot] : slot;
      return [x[4 * i], x[4 * i + 1], x[4 * i + 2]];
    };
    for (let t = first; t < end; t++) {
      if (fresh === 1) sides[t] = 0;
      if (sides[t] !== 0 || quadCorners[4 * t] === NO_SPRING) continue;
      const places = [0, 1, 2, 3].map((corner) => placeOf(t, corner));
      const p = places.reduce((sum, place) => plus(sum, place, 0.25), [0, 0, 0] as Vec3);
      const r2 = places.reduce((sum, place) => sum + dot(minus(place, p), minus(place, p)), 0);
      const off = dot(n, minus(p, a));
      if (off * off > r2 * dot(n, n)) continue;
      if (dot(n, cross(bc, minus(p, b))) < 0 || dot(n, cross(ca, minus(p, c))) < 0) continue;
      const inside = dot(n, cross(ab, minus(p, a)));
      const isNear = fresh === 0 && inside * inside <= r2 * dot(n, n) * dot(ab, ab);
      if (inside >= 0 || isNear) sides[t] = REACHED | (off >= 0 ? 1 : 2);
    }
  },
  wgsl,
});
