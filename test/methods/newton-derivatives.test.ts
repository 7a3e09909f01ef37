/** The gradient and the Hessian that `newton` works with, against finite differences of the formulas printed. */

import { cloth, type Model, network, reference } from 'selvedge';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../../engine/backends/backend.ts';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { newton } from '../../engine/methods/newton/index.ts';
import { STATUS } from '../../engine/methods/newton/status.ts';
import { buildModel } from '../../engine/model.ts';
import { callsOf, joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { energyG, gradientOfG, largestDifference, randomNumbers } from '../verification/mathematics.ts';

const h = 1 / 30;
const values = { iterations: 1, tolerance: 1e-10, linear: 'direct', warmup: 0 } as const;

/** Structural, shear and bend springs, pressed and stretched at random; a corner is pinned. */
const model = buildModel([
  cloth({
    particles: [4, 3],
    size: [1, 0.7],
    mass: 1,
    stiffness: { structural: 800, shear: 300, bend: 100 },
    pins: ['top-left'],
  }),
]);

/** The solver's memory with y, δ and the masses in it; `run` runs one of its kernels. Vectors are in the user's order. */
async function bench(of: Model) {
  const { particles, slotOf, masses, pins } = of;
  const setting = {
    model: of,
    h,
    inertia: 1 / h ** 2,
    ...SPRINGS_ALONE,
    values,
  };
  const machine: Machine = await reference().open(joinPlans(memoryOf(of), newton.scratch(setting)));
  const { program } = newton.record(setting);
  for (const call of callsOf(program)) machine.load(call.kernel.name, [call]);
  for (let id = 0; id < particles; id++)
    machine.write('masses', [masses[id], pins.includes(id) ? 0 : 1 / masses[id]], 4 * slotOf[id]);
  const vector = (width: number, given: Float64Array) => {
    const storage = new Float64Array(width * particles);
    for (let id = 0; id < particles; id++)
      storage.set(given.subarray(3 * id, 3 * id + 3), width * slotOf[id]);
    return storage;
  };
  const own = (storage: ArrayLike<number>) =>
    Float64Array.from({ length: 3 * particles }, (_, n) => storage[3 * slotOf[Math.floor(n / 3)] + (n % 3)]);
  return {
    place(y: Float64Array, delta: Float64Array) {
      machine.write('x', vector(4, y));
      machine.write('newtonCorrection', vector(3, delta));
      machine.write('newtonStatus', new Float64Array(12));
    },
    setStatus: (name: keyof typeof STATUS, value: number) =>
      machine.write('newtonStatus', [value], STATUS[name]),
    run: (...kernels: string[]) => {
      for (const kernel of kernels) machine.run(kernel);
    },
    write: (buffer: string, data: ArrayLike<number>) => machine.write(buffer, data),
    numbers: async (buffer: string) => (await machine.read(buffer))[0],
    vector: async (buffer: string) => own((await machine.read(buffer))[0]),
  };
}

/** y near the body, δ of a few centimetres, none at the pins. */
function disorder(of: Model, seed: number, amount = 0.05) {
  const random = randomNumbers(seed);
  const free = (n: number) => (of.pins.includes(Math.floor(n / 3)) ? 0 : 1);
  const y = of.positions.map((q, n) => q + free(n) * amount * random());
  const delta = y.map((_, n) => free(n) * amount * random());
  return { y, delta, p: y.map((value, n) => value + delta[n]) };
}

/** H v from the tensors, [xx xy xz yy yz zz] a spring, and the diagonal. */
async function hessianTimes(of: Model, on: Awaited<ReturnType<typeof bench>>, v: Float64Array) {
  const [tensors, diagonal] = await Promise.all([on.numbers('newtonTensors'), on.numbers('newtonDiagonal')]);
  const result = v.map((value, n) => diagonal[of.slotOf[Math.floor(n / 3)]] * value);
  for (let s = 0; s < of.springs; s++) {
    const [i, j] = [3 * of.idOf[of.ends[2 * s]], 3 * of.idOf[of.ends[2 * s + 1]]];
    const [xx, xy, xz, yy, yz, zz] = tensors.slice(6 * s, 6 * s + 6);
    const d = [0, 1, 2].map((c) => v[i + c] - v[j + c]);
    [
      xx * d[0] + xy * d[1] + xz * d[2],
      xy * d[0] + yy * d[1] + yz * d[2],
      xz * d[0] + yz * d[1] + zz * d[2],
    ].forEach((f, c) => {
      result[i + c] += f;
      result[j + c] -= f;
    });
  }
  for (const pin of of.pins) result.fill(0, 3 * pin, 3 * pin + 3);
  return result;
}

/*
 * Central differences with a step of t = 1e-5 m are off by t²/6 times the next derivative but one, of size k/L² for a force
 * per metre and k/L for an energy: at most 1e-10/6 · 12 springs · 800/0.1², 1.6e-5, and by rounding, ε g/t ≈ 1e-16 · 100/1e-5.
 */
const t = 1e-5;
const OFF = 2e-5;

describe.each([1, 2, 3])('in disorder, seed %i', (seed) => {
  it('∇g is the derivative of g, and what the formula says', async () => {
    const on = await bench(model);
    const { y, delta, p } = disorder(model, seed);
    on.place(y, delta);
    on.run('newtonGradient', 'newtonMeasure');
    const gradient = await on.vector('newtonGradient');
    expect(largestDifference(gradient, gradientOfG(model, p, y, h))).toBeLessThan(1e-11);
    for (let n = 3; n < p.length; n++) {
      const at = (by: number) =>
        energyG(
          model,
          p.map((value, k) => (k === n ? value + by : value)),
          y,
          h,
        );
      expect(Math.abs((at(t) - at(-t)) / (2 * t) - gradient[n])).toBeLessThan(OFF);
    }
  });

  it('the Hessian is the derivative of ∇g', async () => {
    const on = await bench(model);
    const { y, delta, p } = disorder(model, seed);
    on.place(y, delta);
    on.run('newtonGradient', 'newtonMeasure', 'springTensors');
    const random = randomNumbers(seed + 10);
    const v = p.map((_, n) => (n < 3 ? 0 : random()));
    const at = (by: number) =>
      gradientOfG(
        model,
        p.map((value, n) => value + by * v[n]),
        y,
        h,
      );
    const [after, before] = [at(t), at(-t)];
    const slope = after.map((value, n) => (value - before[n]) / (2 * t));
    const product = await hessianTimes(model, on, v);
    expect(Math.max(...product.map(Math.abs))).toBeGreaterThan(100);
    // Up to 12 springs at a particle, each with 2³ times the third derivative, k/L² = 8e4.
    expect(largestDifference(product, slope)).toBeLessThan(((t * t) / 6) * 12 * 8 * 8e4 * 10);
  });

  it('the corrected one lacks what pressed springs take away, and nothing else', async () => {
    const on = await bench(model);
    const { y, delta, p } = disorder(model, seed);
    on.place(y, delta);
    on.run('newtonGradient', 'newtonMeasure', 'springTensors');
    const plain = await on.numbers('newtonTensors');
    on.setStatus('corrected', 1);
    on.run('springTensors');
    const corrected = await on.numbers('newtonTensors');
    let pressed = 0;
    for (let s = 0; s < model.springs; s++) {
      const [i, j] = [model.idOf[model.ends[2 * s]], model.idOf[model.ends[2 * s + 1]]];
      const e = [0, 1, 2].map((c) => p[3 * i + c] - p[3 * j + c]);
      const length = Math.hypot(...e);
      const missing = model.stiffness[s] * Math.max(0, model.restLengths[s] / length - 1);
      if (missing > 0) pressed++;
      let at = 6 * s;
      for (let row = 0; row < 3; row++) {
        for (let column = row; column < 3; column++, at++) {
          const across = (row === column ? 1 : 0) - (e[row] * e[column]) / length ** 2;
          expect(corrected[at] - plain[at]).toBeCloseTo(missing * across, 9);
        }
      }
    }
    expect(pressed).toBeGreaterThan(5);
    // vᵀ H⁺ v ≥ vᵀ M v / h² for any v.
    const random = randomNumbers(seed);
    const v = p.map((_, n) => (n < 3 ? 0 : random()));
    const product = await hessianTimes(model, on, v);
    const curvature = product.reduce((sum, value, n) => sum + value * v[n], 0);
    const inertia = v.reduce(
      (sum, value, n) => sum + (model.masses[Math.floor(n / 3)] * value ** 2) / h ** 2,
      0,
    );
    expect(curvature).toBeGreaterThan(inertia);
  });

  it('the direction solves H p = −∇g, assembled, factored and substituted', async () => {
    const on = await bench(model);
    const { y, delta } = disorder(model, seed);
    on.place(y, delta);
    on.run('newtonGradient', 'newtonMeasure');
    on.setStatus('corrected', 1);
    on.run('springTensors', 'assembleHessian', 'factoriseHessian', 'solveDirect');
    expect((await on.numbers('newtonStatus'))[STATUS.due]).toBe(0);
    const direction = await on.vector('newtonDirection');
    const gradient = await on.vector('newtonGradient');
    const product = await hessianTimes(model, on, direction);
    const residual = largestDifference(
      product,
      gradient.map((value) => -value),
    );
    // Backward stable: some roundings of |H| |p|, 36 · 1e-16 · 1e4 · 0.1.
    expect(residual).toBeLessThan(1e-11);
    expect(Math.max(...direction.map(Math.abs))).toBeGreaterThan(1e-3);
  });
});

/** One spring of 1 m, k = 100, its second end pinned at the origin. */
const spring = buildModel([
  network({
    vertices: [
      [1, 0, 0],
      [0, 0, 0],
    ],
    springs: [[0, 1]],
    stiffness: 100,
    masses: [1, 1],
    pins: [1],
  }),
]);

describe('a spring without a length', () => {
  it('pushes along its axis, as in every method, with the stiffness k all round', async () => {
    const on = await bench(spring);
    on.place(new Float64Array(6), new Float64Array(6));
    on.run('newtonGradient', 'newtonMeasure', 'springTensors');
    const gradient = await on.vector('newtonGradient');
    expect(gradient.map(Math.abs).slice(0, 3)).toEqual(Float64Array.of(100, 0, 0));
    expect([...(await on.numbers('newtonTensors'))]).toEqual([100, 0, 0, 100, 0, 100]);
  });

  /* Whatever the direction handed in, what the line search takes lowers g; and nothing becomes NaN. */
  it.each([
    ['uphill', (g: number) => g],
    ['not numbers', () => Number.NaN],
    ['infinite', () => -Infinity],
    ['a million times too long', (g: number) => -1e6 * g],
  ])('a direction that is %s', async (_, direction) => {
    const on = await bench(spring);
    on.place(new Float64Array(6), new Float64Array(6));
    on.run('newtonGradient', 'newtonMeasure', 'springTensors');
    const gradient = await on.numbers('newtonGradient');
    on.setStatus('due', 0);
    on.write(
      'newtonDirection',
      Array.from(gradient, (g) => (g === 0 ? 0 : direction(g))),
    );
    on.run('descend');
    const correction = await on.vector('newtonCorrection');
    const zero = new Float64Array(6);
    expect(energyG(spring, correction, zero, h)).toBeLessThan(energyG(spring, zero, zero, h));
    expect((await on.numbers('newtonStatus'))[STATUS.iterations]).toBe(1);
  });
});
