/** Energies and forces of elements against mathematics, on the reference kernels. */
import { type Body, type TrianglesOptions, triangles, type Vec3 } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { linksOf } from '../../engine/forces/elements.ts';
import type { Elements } from '../../engine/forces/force.ts';
import { FORCES } from '../../engine/forces/index.ts';
import { BLOCK } from '../../engine/kernel.ts';
import { buildModel } from '../../engine/model.ts';
import { seeded } from '../conformance/seeded.ts';
import { equilateral, sheet } from './sheets.ts';
import { withEveryForce } from './with-every-force.ts';

const modelOf = (options: TrianglesOptions) => buildModel([triangles(options)]);
type Model = ReturnType<typeof modelOf>;

/** Places by slot from places by id. */
function stored({ particles, slotOf }: Model, place: (id: number) => readonly number[]): Float64Array {
  const x = new Float64Array(4 * particles);
  for (let id = 0; id < particles; id++) x.set(place(id), 4 * slotOf[id]);
  return x;
}

const restOf = (model: Model) => (id: number) => [...model.positions.subarray(3 * id, 3 * id + 3)];

function energyOf({ force, count, corners, numbers }: Elements, x: Float64Array) {
  const blocks = Math.ceil(count / BLOCK);
  const totals = new Float64Array(4 * blocks);
  force.kernels.sums.reference({ x, corners, numbers, totals, count } as never, 0, blocks);
  let energy = 0;
  for (let block = 0; block < blocks; block++) energy += totals[4 * block];
  return { energy, most: totals[2], least: totals[3] };
}

/** w c (p − own v) at every corner, summed by particle. */
function pullOf(elements: Elements, x: Float64Array, own: 0 | 1): Float64Array {
  const { force, count, corners, numbers } = elements;
  const contributions = new Float64Array(4 * corners.length);
  const delta = new Float64Array(x.length);
  force.kernels.pull.reference(
    { x, delta, corners, numbers, contributions, base: 0, own } as never,
    0,
    count,
  );
  const sums = new Float64Array(x.length);
  corners.forEach((slot, k) => {
    for (let c = 0; c < 3; c++) sums[4 * slot + c] += contributions[4 * k + c];
  });
  return sums;
}

/** −K p by particle. */
function productOf(elements: Elements, x: Float64Array, direction: Float64Array): Float64Array {
  const { force, count, corners, numbers } = elements;
  const contributions = new Float64Array(4 * corners.length);
  const delta = new Float64Array(x.length);
  const args = { x, delta, direction, corners, numbers, contributions, base: 0 };
  force.kernels.product.reference(args as never, 0, count);
  const sums = new Float64Array(x.length);
  corners.forEach((slot, k) => {
    for (let c = 0; c < 3; c++) sums[4 * slot + c] += contributions[4 * k + c];
  });
  return sums;
}

/** S v of the links. */
function laplacian(body: Body, model: Model, x: Float64Array): Float64Array {
  const { ends, stiffness } = linksOf(body);
  const product = new Float64Array(x.length);
  stiffness.forEach((k, link) => {
    const [i, j] = [ends[2 * link], ends[2 * link + 1]].map((id) => 4 * model.slotOf[id]);
    for (let c = 0; c < 3; c++) {
      product[i + c] += k * (x[i + c] - x[j + c]);
      product[j + c] -= k * (x[i + c] - x[j + c]);
    }
  });
  return product;
}

const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** Folded at rest, so that hinges have a rest angle. */
const folded = (): TrianglesOptions => {
  const { vertices, triangles: faces } = sheet(4);
  const wavy = vertices.map(([x, y]): Vec3 => [x, y, 0.1 * Math.sin(9 * x) + 0.05 * Math.cos(11 * y)]);
  return { vertices: wavy, triangles: faces, membrane: { warp: 30, weft: 20, shear: 7 }, bending: 0.01 };
};

const crumpled = (model: Model, by = 0.2) => {
  const random = seeded(9);
  const rest = restOf(model);
  return stored(model, (id) => rest(id).map((value) => value + by * (random() - 0.5)));
};

describe.each(FORCES.map(({ id }) => id))('%s', (id) => {
  const body = withEveryForce(triangles(folded()));
  const model = buildModel([body]);
  const elements = model.forces[id];

  it('has a force that is the negative gradient of its energy', () => {
    const x = crumpled(model);
    const force = pullOf(elements, x, 1);
    const step = 1e-6;
    const scale = largest(force);
    for (let slot = 0; slot < model.particles; slot++) {
      for (let c = 0; c < 3; c++) {
        const at = (by: number) => {
          const moved = x.slice();
          moved[4 * slot + c] += by;
          return energyOf(elements, moved).energy;
        };
        const slope = (at(step) - at(-step)) / (2 * step);
        // Central differences: their own error is h² E''' and u E/h, some 1e-8 of the force.
        expect(Math.abs(force[4 * slot + c] + slope)).toBeLessThan(1e-6 * scale);
      }
    }
  });

  it('exerts no force and has no energy after any rigid motion of the rest pose', () => {
    const [cosine, sine] = [Math.cos(1.1), Math.sin(1.1)];
    const rest = restOf(model);
    const x = stored(model, (particle) => {
      const [a, b, c] = rest(particle);
      const [p, q] = [cosine * a - sine * b, sine * a + cosine * b];
      return [p + 3, cosine * q - sine * c - 2, sine * q + cosine * c + 1];
    });
    const scale = largest(pullOf(elements, x, 0));
    expect(largest(pullOf(elements, x, 1))).toBeLessThan(1e-12 * scale);
    expect(energyOf(elements, x).energy).toBeLessThan(1e-20);
  });

  it('gives and takes as much momentum, and turns nothing', () => {
    const x = crumpled(model);
    const force = pullOf(elements, x, 1);
    const [sum, turn] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let k = 0; k < force.length; k += 4) {
      const [p, f] = [x.subarray(k, k + 3), force.subarray(k, k + 3)];
      for (let c = 0; c < 3; c++) {
        sum[c] += f[c];
        turn[c] += p[(c + 1) % 3] * f[(c + 2) % 3] - p[(c + 2) % 3] * f[(c + 1) % 3];
      }
    }
    for (const value of [...sum, ...turn]) expect(Math.abs(value)).toBeLessThan(1e-12 * largest(force));
  });

  it('has a product that is the derivative of its force where that only pulls', () => {
    // Stretched and folded further, so that no eigenvalue is negative.
    const rest = restOf(model);
    const x = stored(model, (particle) => {
      const [a, b, c] = rest(particle);
      return [1.3 * a + 0.02 * b, 1.25 * b, 2 * c];
    });
    const random = seeded(4);
    const direction = Float64Array.from({ length: x.length }, (_, k) => (k % 4 === 3 ? 0 : random() - 0.5));
    const step = 1e-6;
    const at = (by: number) =>
      pullOf(
        elements,
        x.map((value, k) => value + by * direction[k]),
        1,
      );
    const [after, before] = [at(step), at(-step)];
    const product = productOf(elements, x, direction);
    const scale = largest(product);
    for (let k = 0; k < x.length; k++)
      expect(Math.abs(product[k] - (after[k] - before[k]) / (2 * step))).toBeLessThan(1e-6 * scale);
  });

  it('has a product that takes energy out of every direction, however it is crumpled', () => {
    const x = crumpled(model, 0.6);
    const random = seeded(6);
    for (let trial = 0; trial < 20; trial++) {
      const direction = Float64Array.from({ length: x.length }, (_, k) => (k % 4 === 3 ? 0 : random() - 0.5));
      const product = productOf(elements, x, direction);
      const curvature = product.reduce((sum, value, k) => sum - value * direction[k], 0);
      expect(curvature).toBeGreaterThan(0);
    }
  });

  it('stays finite and keeps momentum where elements have collapsed to a point or a line', () => {
    const point = stored(model, () => [0.3, 0.2, 0.1]);
    const rest = restOf(model);
    const line = stored(model, (particle) => [rest(particle)[0], 0, 0]);
    const across = stored(model, (particle) => [0, rest(particle)[1], 0]);
    for (const x of [point, line, across])
      for (const own of [0, 1] as const) {
        const pull = pullOf(elements, x, own);
        expect(pull.every(Number.isFinite)).toBe(true);
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let k = c; k < pull.length; k += 4) sum += pull[k];
          expect(Math.abs(sum)).toBeLessThan(1e-12 * Math.max(1, largest(pull)));
        }
      }
    // What has collapsed to a point opens again.
    expect(largest(pullOf(elements, point, 1))).toBeGreaterThan(1e-3);
  });
});

it('links are the matrix of the global step: S x and the projections together are the force', () => {
  const body = triangles(folded());
  const model = buildModel([body]);
  const x = crumpled(model);
  const sums = new Float64Array(x.length);
  const forces = new Float64Array(x.length);
  for (const elements of Object.values(model.forces)) {
    pullOf(elements, x, 0).forEach((value, k) => {
      sums[k] += value;
    });
    pullOf(elements, x, 1).forEach((value, k) => {
      forces[k] += value;
    });
  }
  const product = laplacian(body, model, x);
  const scale = largest(forces);
  for (let k = 0; k < forces.length; k++)
    expect(Math.abs(sums[k] - product[k] - forces[k])).toBeLessThan(1e-10 * scale);
});

describe('a triangle of a material', () => {
  const membrane = { warp: 300, weft: 200, shear: 40 };
  const options = { ...sheet(5), membrane, bending: 0, grain: [1, 0, 0] as Vec3 };
  const model = modelOf(options);
  const energyWhen = (place: (x: number, y: number) => readonly number[]) => {
    const rest = restOf(model);
    return energyOf(
      model.forces.membrane,
      stored(model, (id) => place(rest(id)[0], rest(id)[1])),
    );
  };

  // A square metre: E = k ε²/2, exactly, since there is no Poisson effect.
  it('resists stretch along the warp by warp, and along the weft by weft, in N/m', () => {
    expect(energyWhen((x, y) => [1.1 * x, y, 0]).energy).toBeCloseTo(0.5 * 300 * 0.01, 10);
    expect(energyWhen((x, y) => [x, 1.1 * y, 0]).energy).toBeCloseTo(0.5 * 200 * 0.01, 10);
  });

  // E = G γ²/2 and terms of γ⁴.
  it('resists shear by shear', () => {
    const shear = 1e-3;
    expect(energyWhen((x, y) => [x + shear * y, y, 0]).energy / (0.5 * 40 * shear ** 2)).toBeCloseTo(1, 5);
  });

  it('says how far it is stretched', () => {
    const { most, least } = energyWhen((x, y) => [0, 1.25 * x, 0.8 * y]);
    expect(most).toBeCloseTo(1.25, 12);
    expect(least).toBeCloseTo(0.8, 12);
  });
});

describe('bending', () => {
  const B = 0.02;
  // Rolled up along x with curvature κ: B κ²/2 an area. Hinges see sin(θ/2) for θ/2, and none stands at the borders.
  it.each([
    ['a grid whose quads are halved', sheet(60, 0), 0.8],
    ['equilateral triangles', equilateral(60, 60), 0.01],
  ])('of %s rolled to a cylinder is that of a plate', (_, mesh, curvature) => {
    const body = triangles({ ...mesh, bending: B });
    const model = buildModel([body]);
    const rest = restOf(model);
    const x = stored(model, (id) => {
      const [u, v] = rest(id);
      return [Math.sin(curvature * u) / curvature, v, Math.cos(curvature * u) / curvature];
    });
    const plate = 0.5 * B * curvature ** 2 * body.area;
    expect(Math.abs(energyOf(model.forces.bending, x).energy / plate - 1)).toBeLessThan(0.03);
  });

  it('of one hinge is ½ B/(A₀ + A₁) |e|² (2 sin θ/2)²', () => {
    const options = {
      vertices: [
        [0, 0, 0],
        [0, 2, 0],
        [1, 0.7, 0],
        [-1.5, 1.2, 0],
      ] as Vec3[],
      triangles: [
        [0, 2, 1],
        [0, 1, 3],
      ],
      bending: B,
    };
    const model = modelOf(options);
    const rest = restOf(model);
    const angle = 0.9;
    const x = stored(model, (id) => {
      const [u, v] = rest(id);
      return id === 2 ? [u * Math.cos(angle), v, u * Math.sin(angle)] : [u, v, 0];
    });
    const expected = ((0.5 * B) / 2.5) * (2 * 2 * Math.sin(angle / 2)) ** 2;
    expect(energyOf(model.forces.bending, x).energy).toBeCloseTo(expected, 12);
  });
});
