import type { Vec3 } from '../body/body.ts';
import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import soundWgsl from '../motion/sound.wgsl?raw';
import { at, dot, plus } from '../vector.ts';
import wgsl from './collide.wgsl?raw';
import { into, type Pose, turned } from './pose.ts';
import poseWgsl from './pose.wgsl?raw';
import { fieldAt } from './shapes/index.ts';
import type { Field, StoredShape } from './shapes/shape.ts';
import { SHAPES_WGSL } from './shapes/wgsl.ts';

/**
 * vec4s of a collider: shape, material, where its data begin, whether it is hollow (not convex); dimensions; place and turn at
 * the beginning of the step; the same at its end. In w of the places: the radius of a ball about it, 1e15 if it turns.
 */
export const RECORD = 6;

/** Steps along a particle's way towards a shape; where they do not suffice, it stops at the last. */
const STEPS = 32;

/** Times a particle is pushed out of a shape: more than once, as surfaces curve. */
const PUSHES = 3;

/** A shape is touched from this part of a particle's radius on. */
const NEAR = 0.01;

/** Times a particle that slides along a hollow shape may meet it again in a step; after that it stays where it is. */
const SLIDES = 4;

/** A particle that slides is stopped where the shape is nearer than this part of its radius. */
const STOP = 0.5;

/**
 * Particles against shapes, swept. A particle goes from q = x - h v to p = x + δ in the step, the shape from one pose to
 * another; seen from the shape, the particle goes from a to b on a straight line. Where it first touches, at c, with the
 * normal n, p is put back to the tangent plane there, by d along n; friction, [NP17] 5.3.6, takes up to μ d off the way
 * along the plane, all of it if that is no longer than μ_static d. Hollow shapes may be in the way from c to there: it is
 * walked too. At last, as surfaces curve and distances may be bounds, the particle is put out of the shape.
 * A particle that is inside from the beginning is first put on the surface, with its whole way: that gives it no velocity.
 * `touch` is left with the velocity that restitution adds after `finish`, and in w with d; what it had is added to with `keep`.
 * With `probe`, the number of particles, δ stays as it is. `touch` goes on with what the particle met last, for the rounds of
 * contact between particles: after that many vec4s n and how far it goes along it at least, seen from the shape; after as many
 * more the way of the shape's surface there, and the pair of materials.
 */
export const collide = defineKernel({
  name: 'collide',
  over: 'particles',
  buffers: {
    x: write('vec4', 'particles'),
    v: read('vec4', 'particles'),
    delta: write('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    touch: write('vec4', 'touches'),
    colliders: read('vec4', 'colliders'),
    shapeData: read('vec4', 'shapeData'),
    pairs: read('vec4', 'pairs'),
  },
  scalars: {
    h: 'real',
    rate: 'real',
    slow: 'real',
    count: 'u32',
    materials: 'u32',
    probe: 'u32',
    keep: 'u32',
  },
  reference: (args, first, end) => {
    const { x, v, delta, masses, touch, colliders, shapeData, pairs } = args;
    const { h, rate, slow, count, materials, probe, keep } = args;
    for (let i = first; i < end; i++) {
      if (keep === 0) touch.fill(0, 4 * i, 4 * i + 4);
      if (probe > 0) touch.fill(0, 4 * (probe + i), 4 * (probe + i) + 4);
      const [, inverseMass, radius, material] = masses.subarray(4 * i, 4 * i + 4);
      if (inverseMass === 0) continue;
      for (let k = 0; k < count; k++) {
        const collider = colliderAt(colliders, shapeData, k);
        const pair = pairs.subarray(4 * (material * materials + collider.material));
        const y = at(x, i);
        const [q, p] = [plus(y, at(v, i), -h), plus(y, at(delta, i), 1)];
        if (isFar(collider, q, p, radius)) continue;
        const [a, b] = [into(collider.begin, q), into(collider.end, p)];
        const met = meet(collider, a, b, radius, pair);
        if (!met) continue;
        const { out, place, normal, depth } = met;
        const approach = -rate * dot(plus(b, a, -1), normal);
        const leaving = rate * met.leaving;
        const boost = depth > 0 && approach > slow ? Math.max(0, pair[2] * approach - leaving) : 0;

        const lifted = turned(collider.end.turn, out);
        const moved = turned(collider.end.turn, plus(plus(place, out, -1), b, -1));
        const pushed = turned(collider.end.turn, normal);
        for (let c = 0; c < 3; c++) {
          x[4 * i + c] += lifted[c];
          if (probe === 0) delta[4 * i + c] += moved[c];
          touch[4 * i + c] += boost * pushed[c];
        }
        if (probe > 0 && depth > 0) {
          const path = plus(b, a, -1);
          const surface = plus(plus(p, q, -1), turned(collider.end.turn, path), -1);
          touch.set([...pushed, dot(path, normal) + depth], 4 * (probe + i));
          touch.set([...surface, material * materials + collider.material], 4 * (2 * probe + i));
        }
        touch[4 * i + 3] += depth;
      }
    }
  },
  wgsl: soundWgsl + SHAPES_WGSL + poseWgsl + wgsl,
});

interface Placed {
  readonly id: number;
  readonly material: number;
  readonly isHollow: boolean;
  readonly stored: StoredShape;
  /** Radius of a ball about it, metres. */
  readonly around: number;
  readonly begin: Pose;
  readonly end: Pose;
}

function colliderAt(colliders: RealArray, data: RealArray, k: number): Placed {
  const record = colliders.subarray(4 * RECORD * k, 4 * RECORD * (k + 1));
  const [id, material, start, hollow, ...dimensions] = record.subarray(0, 8);
  const pose = (from: number): Pose => ({
    position: [record[from], record[from + 1], record[from + 2]],
    turn: [record[from + 4], record[from + 5], record[from + 6], record[from + 7]],
  });
  const stored = { dimensions, data, at: start };
  return { id, material, isHollow: hollow > 0, stored, around: record[11], begin: pose(8), end: pose(16) };
}

/** Whether a particle does not even come to the ball about a shape that does not turn. */
function isFar({ around, begin, end }: Placed, q: Vec3, p: Vec3, radius: number): boolean {
  const [a, b] = [plus(q, begin.position, -1), plus(p, end.position, -1)];
  const near = around + radius + Math.hypot(...plus(b, a, -1));
  return dot(a, a) > near * near;
}

/** What a contact makes of a way from a to b. */
interface Met {
  /** What puts a on the surface, if it is inside. */
  readonly out: Vec3;
  /** Where the way ends instead of at b. */
  readonly place: Vec3;
  readonly normal: Vec3;
  /** How far b was moved along the normal, metres. */
  readonly depth: number;
  /** How far the particle has gone along the normal then, metres. */
  readonly leaving: number;
}

function meet(
  collider: Placed,
  from: Vec3,
  to: Vec3,
  radius: number,
  [friction, kinetic]: RealArray,
): Met | undefined {
  const path = plus(to, from, -1);
  if (!path.every(isSound)) return undefined;
  const length = Math.hypot(...path);
  const reach = length + 2 * radius;
  const field = (p: Vec3): Field => {
    const [nx, ny, nz, d] = fieldAt(collider.id, p, collider.stored, reach);
    return [nx, ny, nz, d - radius];
  };
  let here = field(from);
  // Distances change no faster than places do: what is further away than the way is long is not reached.
  if (here[3] > length) return undefined;
  let out: Vec3 = [0, 0, 0];
  if (here[3] < 0) {
    out = plus(out, normalOf(here), -here[3]);
    here = [here[0], here[1], here[2], 0];
  }
  const [a, b] = [plus(from, out, 1), plus(to, out, 1)];
  let c = a;
  for (let step = 0, gone = 0; step < STEPS && here[3] > NEAR * radius; step++) {
    gone += here[3];
    if (gone > length) return undefined;
    c = plus(a, path, gone / length);
    here = field(c);
  }
  const normal = normalOf(here);
  const depth = Math.max(0, dot(plus(c, b, -1), normal) - here[3]);
  const way = plus(plus(b, normal, depth), a, -1);
  const leaving = dot(way, normal);
  const slip = plus(way, normal, -leaving);
  const slipped = Math.hypot(...slip);
  const held = slipped <= friction * depth ? 1 : (kinetic * depth) / slipped;
  let place = plus(plus(a, way, 1), slip, -held);
  if (collider.isHollow && radius > 0) place = slide(field, c, here, place, radius);
  for (let push = 0; push < PUSHES; push++) {
    const left = field(place);
    if (left[3] >= 0) break;
    place = plus(place, normalOf(left), -left[3]);
  }
  return { out, place, normal, depth, leaving };
}

/** The way from c, with its field, to a place, as far as a shape lets it, and along the shape where it does not. */
function slide(field: (p: Vec3) => Field, from: Vec3, first: Field, to: Vec3, radius: number): Vec3 {
  let [c, here, place] = [from, first, to];
  for (let k = 0; k < SLIDES; k++) {
    const path = plus(place, c, -1);
    const length = Math.hypot(...path);
    let p = c;
    for (let step = 0, gone = 0; step < STEPS && here[3] + radius >= STOP * radius; step++) {
      gone += here[3] + radius;
      if (gone >= length) return place;
      p = plus(c, path, gone / length);
      here = field(p);
    }
    const normal = normalOf(here);
    place = plus(place, normal, Math.max(0, dot(plus(p, place, -1), normal) - here[3]));
    c = plus(p, normal, Math.max(0, -here[3]));
    here = field(c);
  }
  return c;
}

const normalOf = ([x, y, z]: Field): Vec3 => [x, y, z];
