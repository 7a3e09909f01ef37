import type { Vec3 } from '../body/body.ts';
import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import wgsl from './collide.wgsl?raw';
import { type Field, fieldAt } from './distance.ts';
import distanceWgsl from './distance.wgsl?raw';
import { into, type Pose, turned } from './pose.ts';

/** vec4s of a collider: shape, material; dimensions; place and turn at the beginning of the step; the same at its end. */
export const RECORD = 6;

/** Steps along a particle's way towards a shape; where they do not suffice, it stops at the last. */
const STEPS = 32;

/** Times a particle is pushed out of a shape: more than once, as surfaces curve. */
const PUSHES = 3;

/** A shape is touched from this part of a particle's radius on. */
const NEAR = 0.01;

/**
 * Particles against shapes, swept. A particle goes from q = x - h v to p = x + δ in the step, the shape from one pose to
 * another; seen from the shape, the particle goes from a to b on a straight line. Where it first touches, at c, with the
 * normal n, p is put back to the tangent plane there, and, as surfaces curve, out of the shape once more. It has been
 * moved by d along n; friction, [NP17] 5.3.6, then takes up to μ d off the way along the surface, all of it if that is
 * no longer than μ_static d.
 * A particle that is inside from the beginning is first put on the surface, with its whole way: that gives it no velocity.
 * `touch` is left with the velocity that restitution adds after `finish`, and in w with d.
 */
export const collide = defineKernel({
  name: 'collide',
  over: 'particles',
  buffers: {
    x: write('vec4', 'particles'),
    v: read('vec4', 'particles'),
    delta: write('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    touch: write('vec4', 'particles'),
    colliders: read('vec4', 'colliders'),
    pairs: read('vec4', 'pairs'),
  },
  scalars: { h: 'real', rate: 'real', slow: 'real', count: 'u32', materials: 'u32' },
  reference: (args, first, end) => {
    const { x, v, delta, masses, touch, colliders, pairs, h, rate, slow, count, materials } = args;
    for (let i = first; i < end; i++) {
      touch.fill(0, 4 * i, 4 * i + 4);
      const [, inverseMass, radius, material] = masses.subarray(4 * i, 4 * i + 4);
      if (inverseMass === 0) continue;
      for (let k = 0; k < count; k++) {
        const shape = shapeAt(colliders, k);
        const y = at(x, i);
        const way = {
          a: into(shape.begin, sum(y, at(v, i), -h)),
          b: into(shape.end, sum(y, at(delta, i), 1)),
        };
        const [friction, kinetic, restitution] = pairs.subarray(4 * (material * materials + shape.material));
        const met = meet(shape, way, radius);
        if (!met) continue;
        const { out, place, normal, depth } = met;
        const slip = tangential(sum(place, met.a, -1), normal);
        const length = Math.hypot(...slip);
        const held = length <= friction * depth ? 1 : (kinetic * depth) / length;
        const approach = -rate * dot(sum(met.b, met.a, -1), normal);
        const leaving = rate * dot(sum(place, met.a, -1), normal);
        const boost = depth > 0 && approach > slow ? Math.max(0, restitution * approach - leaving) : 0;

        const moved = turned(shape.end.turn, sum(sum(place, slip, -held), met.b, -1));
        const lifted = turned(shape.end.turn, out);
        const pushed = turned(shape.end.turn, normal);
        for (let c = 0; c < 3; c++) {
          x[4 * i + c] += lifted[c];
          delta[4 * i + c] += moved[c];
          touch[4 * i + c] += boost * pushed[c];
        }
        touch[4 * i + 3] += depth;
      }
    }
  },
  wgsl: distanceWgsl + wgsl,
});

interface Shape {
  readonly id: number;
  readonly material: number;
  readonly dimensions: readonly [number, number, number];
  readonly begin: Pose;
  readonly end: Pose;
}

function shapeAt(colliders: RealArray, k: number): Shape {
  const record = colliders.subarray(4 * RECORD * k, 4 * RECORD * (k + 1));
  const three = (at: number) => [record[at], record[at + 1], record[at + 2]] as const;
  const pose = (at: number): Pose => ({
    position: three(at),
    turn: [record[at + 4], record[at + 5], record[at + 6], record[at + 7]],
  });
  return { id: record[0], material: record[1], dimensions: three(4), begin: pose(8), end: pose(16) };
}

/** What a contact makes of a way: where it begins and ends, lifted out of the shape by `out` both, and where it may end. */
interface Met {
  readonly out: Vec3;
  readonly a: Vec3;
  readonly b: Vec3;
  readonly place: Vec3;
  readonly normal: Vec3;
  /** How far b was moved along the normal, metres. */
  readonly depth: number;
}

function meet({ id, dimensions }: Shape, way: { a: Vec3; b: Vec3 }, radius: number): Met | undefined {
  const field = (p: Vec3): Field => {
    const [nx, ny, nz, d] = fieldAt(id, ...dimensions, ...p);
    return [nx, ny, nz, d - radius];
  };
  let { a, b } = way;
  const path = sum(b, a, -1);
  const length = Math.hypot(...path);
  let here = field(a);
  // Distances change no faster than places do: what is further away than the way is long is not reached.
  if (here[3] > length) return undefined;
  let out: Vec3 = [0, 0, 0];
  if (here[3] < 0) {
    out = sum(out, normalOf(here), -here[3]);
    [a, b] = [sum(a, out, 1), sum(b, out, 1)];
    here = [here[0], here[1], here[2], 0];
  }
  let c = a;
  for (let step = 0, t = 0; step < STEPS && here[3] > NEAR * radius; step++) {
    t += here[3] / length;
    if (t > 1) return undefined;
    c = sum(a, path, t);
    here = field(c);
  }
  let normal = normalOf(here);
  let place = sum(b, normal, Math.max(0, dot(sum(c, b, -1), normal) - here[3]));
  for (let push = 0; push < PUSHES; push++) {
    const left = field(place);
    if (left[3] >= 0) break;
    normal = normalOf(left);
    place = sum(place, normal, -left[3]);
  }
  const depth = Math.max(0, dot(sum(place, b, -1), normal));
  return { out, a, b, place, normal, depth };
}

const at = (buffer: RealArray, i: number): Vec3 => [buffer[4 * i], buffer[4 * i + 1], buffer[4 * i + 2]];
const normalOf = ([x, y, z]: Field): Vec3 => [x, y, z];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** a + t b. */
const sum = (a: Vec3, b: Vec3, t: number): Vec3 => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
const tangential = (way: Vec3, normal: Vec3): Vec3 => sum(way, normal, -dot(way, normal));
