import type { Vec3 } from '../../body/body.ts';
import poseWgsl from '../../contact/pose.wgsl?raw';
import { defineKernel, read, tally, write } from '../../kernel.ts';
import { at, minus, plus } from '../../vector.ts';
import { type Edge, edgeAt, PROUD, seenFrom } from './edge.ts';
import edgeWgsl from './edge.wgsl?raw';
import wgsl from './slice.wgsl?raw';

/** An end of a spring lies on the fin if its distance from it is at most this share of the spring's length. */
const ON = 0.001;

/**
 * Cuts the springs that a wedge's edge passes through in this part of a step: their stiffness becomes 0. `blade` is the collider's number.
 * In coordinates of the edge, a spring moves from (i₀, j₀), at q = x − h v in the pose before, to (i₁, j₁), at x in the pose after. It
 * sweeps the triangles (i₀, j₀, j₁) and (i₀, j₁, i₁). The spring is cut
 * - if the edge passes through one of the two triangles. Seen along the edge, the edge is the origin; it is inside if the sign of p × q is
 *   the same for all three sides from p to q. Two springs with a common particle compute the same number for the path of that particle;
 * - or if it ends the part across the fin, the flat piece below the edge between the wedge's flanks, with neither of its ends on the fin.
 * The edge is raised by the radius of the spring's ends and a hundredth of the spring's length, so that contact does not keep springs off it.
 * With `below` above 0, as for cloth that splits, only the second rule applies, and only below that share of the fin's depth.
 * `torn` counts the springs that were cut.
 * No paper: README.md derives it.
 */
export const slice = defineKernel({
  name: 'slice',
  over: 'springs',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    colliders: read('vec4', 'colliders'),
    springs: write('vec2', 'springs'),
    torn: tally('one'),
  },
  scalars: { h: 'real', blade: 'u32', below: 'real' },
  reference: ({ x, v, masses, ends, colliders, springs, torn, h, blade, below }, first, end) => {
    const edge = edgeAt(colliders, blade);
    for (let s = first; s < end; s++) {
      if (springs[2 * s + 1] === 0) continue;
      const [i, j] = [ends[2 * s], ends[2 * s + 1]];
      const proud = Math.max(masses[4 * i + 2], masses[4 * j + 2]) + PROUD * springs[2 * s];
      const [xi, xj] = [at(x, i), at(x, j)];
      const [qi, qj] = [plus(xi, at(v, i), -h), plus(xj, at(v, j), -h)];
      const [i0, i1] = [seenFrom(edge, edge.begin, qi, proud), seenFrom(edge, edge.end, xi, proud)];
      const [j0, j1] = [seenFrom(edge, edge.begin, qj, proud), seenFrom(edge, edge.end, xj, proud)];
      const on = ON * springs[2 * s];
      const [lowest, highest] = [-edge.depth - proud, below > 0 ? -below * edge.depth - proud : 0];
      const isSliced = isAcross(edge, i1, j1, lowest, highest, on);
      if (!isSliced && (below > 0 || !isSwept(edge, i0, j0, i1, j1))) continue;
      springs[2 * s + 1] = 0;
      torn[0]++;
    }
  },
  wgsl: poseWgsl + edgeWgsl + wgsl,
});

/** Whether a spring crosses the fin, with both ends further from it than `on`. */
function isAcross({ half }: Edge, i: Vec3, j: Vec3, lowest: number, highest: number, on: number): boolean {
  if (i[0] >= 0 === j[0] >= 0 || Math.min(Math.abs(i[0]), Math.abs(j[0])) <= on) return false;
  const [, above, along] = plus(i, minus(j, i), i[0] / (i[0] - j[0]));
  return above <= highest && above >= lowest && Math.abs(along) <= half;
}

/** Whether the edge passes through the area that the spring swept. */
function isSwept({ half }: Edge, i0: Vec3, j0: Vec3, i1: Vec3, j1: Vec3): boolean {
  for (const c of [0, 1]) {
    const values = [i0[c], j0[c], i1[c], j1[c]];
    if (Math.min(...values) > 0 || Math.max(...values) < 0) return false;
  }
  const [from, to, diagonal] = [turning(i0, j0), turning(i1, j1), turning(i0, j1)];
  const [wayOfI, wayOfJ] = [turning(i0, i1), turning(j0, j1)];
  const isAhead = diagonal >= 0;
  if (from >= 0 !== isAhead && wayOfJ >= 0 !== isAhead) {
    const along = (wayOfJ * i0[2] - diagonal * j0[2] + from * j1[2]) / (wayOfJ - diagonal + from);
    if (Math.abs(along) <= half) return true;
  }
  if (to >= 0 !== isAhead && wayOfI >= 0 !== isAhead) {
    const along = (-to * i0[2] - wayOfI * j1[2] + diagonal * i1[2]) / (diagonal - to - wayOfI);
    if (Math.abs(along) <= half) return true;
  }
  return false;
}

/** p × q, seen along the edge: its sign says on which side of the line from p to q the edge is. */
const turning = (p: Vec3, q: Vec3): number => p[0] * q[1] - p[1] * q[0];
