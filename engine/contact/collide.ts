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

/** Sphere-tracing steps along a particle's path; if they do not suffice, it stops at the last. */
const STEPS = 32;

/** How often a particle is pushed out of a shape: more than once, since surfaces curve. */
const PUSHES = 3;

/** Contact begins within this share of a particle's radius. */
const NEAR = 0.01;

/** How often a particle that slides along a hollow shape may hit it again in a step; after that it stops. */
const SLIDES = 4;

/** A sliding particle stops where the shape is closer than this share of its radius. */
const STOP = 0.5;

/**
 * Swept collision of particles with shapes. In the step a particle moves from q = x - h v to p = x + δ, the shape from one pose to
 * another; in the frame of the shape the particle moves from a to b on a straight line. Where it first touches, at c, with the
 * normal n, p is put back to the tangent plane there, by d along n. Friction, [NP17] 5.3.6, removes up to μ d of the displacement
 * along the plane, all of it if that is no longer than μ_static d. (The thesis has a factor ½ in Δ_tan, so at most half of the displacement
 * is removed in a step and nothing comes to rest at once; here all of it may be.) Hollow shapes
 * may also lie between c and the new end, which is traced too. Finally, since surfaces curve and distances may be bounds, the particle is pushed out of the shape.
 * A particle that starts inside is first moved to the surface together with its whole path, which gives it no velocity.
 * `touch` gets the velocity that restitution adds after `finish`, and d in w; with `keep` these are added to the previous ones.
 * With `probe`, the number of particles, δ is unchanged, and `touch` continues with the last contact of each particle for the rounds of
 * contact between particles: after that many vec4s n and the least displacement along it in the frame of the shape; after as many
 * more the displacement of the shape's surface there, and the pair of materials.
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

/** Whether a particle stays outside the bounding ball of a shape that does not turn. */
function isFar({ around, begin, end }: Placed, q: Vec3, p: Vec3, radius: number): boolean {
  const [a, b] = [plus(q, begin.position, -1), plus(p, end.position, -1)];
  const near = around + radius + Math.hypot(...plus(b, a, -1));
  return dot(a, a) > near * near;
}

/** The effect of a contact on a path from a to b. */
interface Met {
  /** The shift that puts a on the surface, if it is inside. */
  readonly out: Vec3;
  /** The new end of the path, in place of b. */
  readonly place: Vec3;
  readonly normal: Vec3;
  /** Displacement of b along the normal, metres. */
  readonly depth: number;
  /** Displacement of the particle along the normal, metres. */
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
  // Distances change no faster than positions: a shape further away than the path is long is not reached.
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

/** The path from c, with its field, towards a position, up to the shape, and along the shape from there. */
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
