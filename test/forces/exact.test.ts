/** Elements in float64: gradients, Hessians and line search terms against finite differences, on the reference kernels. */
import { type TrianglesOptions, triangles, type Vec3 } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { couplesOf } from '../../engine/forces/exact.ts';
import type { Elements, ExactKernels } from '../../engine/forces/force.ts';
import { FORCES } from '../../engine/forces/index.ts';
import { buildModel } from '../../engine/model.ts';
import { seeded } from '../conformance/seeded.ts';
import { sheet } from './sheets.ts';

/** Folded at rest, so that hinges have a rest angle. */
function folded(): TrianglesOptions {
  const { vertices, triangles: faces } = sheet(4);
  const wavy = vertices.map(([x, y]): Vec3 => [x, y, 0.1 * Math.sin(9 * x) + 0.05 * Math.cos(11 * y)]);
  return { vertices: wavy, triangles: faces, membrane: { warp: 30, weft: 20, shear: 7 }, bending: 0.01 };
}

const model = buildModel([triangles(folded())]);
const { particles } = model;

/** Three numbers a slot. */
const random = (seed: number, size: number): Float64Array => {
  const next = seeded(seed);
  return Float64Array.from({ length: 3 * particles }, () => size * (next() - 0.5));
};

const rest = () => {
  const x = new Float64Array(4 * particles);
  for (let id = 0; id < particles; id++)
    x.set(model.positions.subarray(3 * id, 3 * id + 3), 4 * model.slotOf[id]);
  return x;
};

function at({ force, count, corners, numbers }: Elements, x: Float64Array) {
  const size = force.corners;
  const run = (kind: keyof ExactKernels, correction: Float64Array, more: object) => {
    const pairs = (count * size * (size - 1)) / 2;
    const out = {
      energies: new Float64Array(count),
      pulls: new Float64Array(4 * corners.length),
      tensors: new Float64Array(9 * pairs),
    };
    const places = { element: 0, corner: 0, couple: 0, rounding: 0 };
    const args = { x, correction, corners, numbers, ...out, ...places, ...more };
    force.exact[kind].reference(args as never, 0, count);
    return out;
  };
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const couples = couplesOf({ forces: { one: { corners, count } } });
  return {
    energy: (correction: Float64Array) => sum(run('energies', correction, {}).energies),
    rise: (correction: Float64Array, direction: Float64Array, alpha: number) =>
      sum(run('rises', correction, { direction, lengths: Float64Array.of(alpha) }).energies),
    gradient(correction: Float64Array) {
      const { pulls } = run('tangents', correction, { positive: 0 });
      const total = new Float64Array(3 * particles);
      corners.forEach((slot, k) => {
        for (let c = 0; c < 3; c++) total[3 * slot + c] += pulls[4 * k + c];
      });
      return total;
    },
    /** K p. */
    product(correction: Float64Array, p: Float64Array, positive: 0 | 1) {
      const { tensors } = run('tangents', correction, { positive });
      const total = new Float64Array(3 * particles);
      for (let pair = 0; pair < couples.length / 2; pair++) {
        const [a, b] = [couples[2 * pair], couples[2 * pair + 1]];
        for (let row = 0; row < 3; row++)
          for (let column = 0; column < 3; column++) {
            const d = p[3 * a + column] - p[3 * b + column];
            total[3 * a + row] += tensors[9 * pair + 3 * row + column] * d;
            const back = p[3 * b + column] - p[3 * a + column];
            total[3 * b + row] += tensors[9 * pair + 3 * column + row] * back;
          }
      }
      return total;
    },
  };
}

const largest = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const plus = (a: Float64Array, by: number, b: Float64Array) => a.map((value, k) => value + by * b[k]);
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, k) => sum + value * b[k], 0);

describe.each(FORCES.map(({ id }) => id))('%s in float64', (id) => {
  const on = at(model.forces[id], rest());
  const correction = random(3, 0.15);
  const step = 1e-6;

  it('has the gradient of its energy', () => {
    const gradient = on.gradient(correction);
    const scale = largest(gradient);
    expect(scale).toBeGreaterThan(1e-3);
    for (let k = 0; k < correction.length; k++) {
      const unit = new Float64Array(correction.length);
      unit[k] = 1;
      const slope =
        (on.energy(plus(correction, step, unit)) - on.energy(plus(correction, -step, unit))) / (2 * step);
      // Central differences: their own error is h² E''' and u E/h, some 1e-8 of the force.
      expect(Math.abs(slope - gradient[k])).toBeLessThan(1e-6 * scale);
    }
  });

  it('has the Hessian of its energy, pressed and stretched', () => {
    const p = random(5, 1);
    const slope = plus(
      on.gradient(plus(correction, step, p)),
      -1,
      on.gradient(plus(correction, -step, p)),
    ).map((value) => value / (2 * step));
    const product = on.product(correction, p, 0);
    expect(largest(plus(product, -1, slope))).toBeLessThan(1e-5 * largest(product));
  });

  it('has one without negative eigenvalues, equal where nothing is pressed', () => {
    for (let trial = 0; trial < 20; trial++) {
      const p = random(20 + trial, 1);
      expect(dot(p, on.product(random(trial, 0.5), p, 1))).toBeGreaterThan(0);
    }
    // Stretched and folded further.
    const x = rest();
    const apart = new Float64Array(3 * particles);
    for (let slot = 0; slot < particles; slot++) {
      const [a, b, c] = x.subarray(4 * slot, 4 * slot + 3);
      apart.set([0.3 * a + 0.02 * b, 0.25 * b, c], 3 * slot);
    }
    const p = random(9, 1);
    const [own, positive] = [on.product(apart, p, 0), on.product(apart, p, 1)];
    expect(largest(plus(own, -1, positive))).toBeLessThan(1e-12 * largest(own));
  });

  it('has a Hessian that is symmetric', () => {
    const [p, q] = [random(11, 1), random(12, 1)];
    for (const positive of [0, 1] as const) {
      const [one, other] = [
        dot(p, on.product(correction, q, positive)),
        dot(q, on.product(correction, p, positive)),
      ];
      expect(Math.abs(one - other)).toBeLessThan(1e-12 * largest(on.product(correction, q, positive)) * 75);
    }
  });

  it('knows what its energy rises by beyond the slope, to rounding of that', () => {
    const p = random(7, 1);
    const curvature = 0.5 * dot(p, on.product(correction, p, 0));
    // Where differences tell.
    for (const alpha of [0.3, 0.01]) {
      const rise = on.rise(correction, p, alpha);
      const slope = alpha * dot(p, on.gradient(correction));
      const expected = on.energy(plus(correction, alpha, p)) - on.energy(correction) - slope;
      expect(Math.abs(rise - expected)).toBeLessThan(
        1e-10 * on.energy(correction) + 1e-9 * Math.abs(expected),
      );
    }
    // Where they do not: α² pᵀKp/2, but for terms of third order.
    for (const alpha of [1e-7, 1e-9, 1e-11])
      expect(on.rise(correction, p, alpha) / (alpha * alpha * curvature)).toBeCloseTo(1, 3);
  });

  it('stays finite where elements have collapsed to a point or a line', () => {
    const x = rest();
    const to = (place: (a: number, b: number) => number[]) => {
      const moved = new Float64Array(3 * particles);
      for (let slot = 0; slot < particles; slot++)
        place(x[4 * slot], x[4 * slot + 1]).forEach((value, c) => {
          moved[3 * slot + c] = value - x[4 * slot + c];
        });
      return moved;
    };
    const p = random(8, 1);
    for (const collapsed of [to(() => [0.3, 0.2, 0.1]), to((a) => [a, 0, 0]), to((_, b) => [0, b, 0])])
      for (const values of [
        on.gradient(collapsed),
        on.product(collapsed, p, 0),
        on.product(collapsed, p, 1),
        [on.energy(collapsed), on.rise(collapsed, p, 0.1)],
      ])
        expect(Array.from(values).every(Number.isFinite)).toBe(true);
  });
});
