/** The kernels of the accurate mode against differences of the energy g, written from its formula. */
import { cloth, network } from 'selvedge';
import { expect, it } from 'vitest';
import { curvatureSums } from '../../engine/methods/multigrid/accurate/curvature-sums.ts';
import { imbalance } from '../../engine/methods/multigrid/accurate/imbalance.ts';
import { remainderSums } from '../../engine/methods/multigrid/accurate/remainder-sums.ts';
import { STATUS, STATUS_LENGTH } from '../../engine/methods/multigrid/accurate/status.ts';
import { buildModel } from '../../engine/model.ts';
import { randomNumbers } from '../verification/mathematics.ts';

const h = 0.1;
const tied = network({
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ],
  springs: [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
});
const model = buildModel([
  cloth({ particles: [9, 20], stiffness: { structural: 90, shear: 20, bend: 5 } }),
  tied,
]);
const { particles, springs: count, ends, rows, springOf } = model;
const random = randomNumbers(5);
const vectors = (size: number) =>
  Float64Array.from({ length: 4 * particles }, (_, k) => (k % 4 === 3 ? 0 : size * random()));

const x = vectors(0.01);
const masses = new Float64Array(4 * particles);
for (let id = 0; id < particles; id++) {
  const at = 4 * model.slotOf[id];
  for (let c = 0; c < 3; c++) x[at + c] += model.positions[3 * id + c];
  masses.set([0.5 + 0.4 * random(), id % 30 === 0 ? 0 : 1], at);
}
const springs = Float64Array.from({ length: 2 * count }, (_, k) =>
  k % 2 ? model.stiffness[k >> 1] : model.restLengths[k >> 1],
);
const inertia = 1 / h ** 2;

/** Vectors that are 0 at the pins. */
const free = (v: Float64Array) => v.map((value, k) => (masses[k - (k % 4) + 1] === 0 ? 0 : value));
const iterate = free(vectors(0.01));
const direction = free(vectors(0.01));

/** g(δ) = 1/(2h²) δᵀMδ + Σ k/2 (|e| − L)²: [LBOK13] Eq. (8) over h². */
function energy(delta: Float64Array): number {
  let g = 0;
  for (let k = 0; k < 4 * particles; k++) g += 0.5 * inertia * masses[k - (k % 4)] * delta[k] ** 2;
  for (let s = 0; s < count; s++) {
    const [i, j] = [4 * ends[2 * s], 4 * ends[2 * s + 1]];
    const e = [0, 1, 2].map((c) => x[i + c] + delta[i + c] - x[j + c] - delta[j + c]);
    g += 0.5 * springs[2 * s + 1] * (Math.hypot(...e) - springs[2 * s]) ** 2;
  }
  return g;
}
const onward = (alpha: number) => iterate.map((d, k) => d + alpha * direction[k]);

const force = new Float64Array(4 * particles);
imbalance.reference(
  { x, iterate, masses, neighbours: rows, springOf, springs, force, entries: springOf.length, inertia },
  0,
  particles,
);
let slope = 0;
for (let k = 0; k < 4 * particles; k++) if (k % 4 < 3) slope += force[k] * direction[k];

const blocks = 4;
const sums = new Float64Array(4 * blocks);
const total = (component: number) =>
  sums.reduce((sum, value, k) => sum + (k % 4 === component ? value : 0), 0);

/* Central differences of 1e-5 m: off by 1e-10 of the third derivative k/L², and by 1e-16 g/1e-5 m. */
it('imbalance is −∇g, and nothing at pins', () => {
  const step = 1e-5;
  for (let k = 0; k < 4 * particles; k += 3) {
    if (k % 4 === 3) continue;
    const shifted = (by: number) => energy(iterate.map((d, n) => (n === k ? d + by : d)));
    const slopeAt = (shifted(step) - shifted(-step)) / (2 * step);
    expect(force[k]).toBeCloseTo(masses[k - (k % 4) + 1] === 0 ? 0 : -slopeAt, 5);
  }
});

it('curvatureSums has the second derivative of g along p, and that of its bound', () => {
  curvatureSums.reference(
    { x, iterate, direction, masses, ends, springs, sums, particles, count, inertia },
    0,
    blocks,
  );
  const step = 1e-3;
  const second = (energy(onward(step)) - 2 * energy(iterate) + energy(onward(-step))) / step ** 2;
  expect(Math.abs(total(1) / second - 1)).toBeLessThan(1e-4);
  expect(total(0)).toBeGreaterThan(total(1));
});

it('remainderSums, with the slope and the inertia, is what g changes by', () => {
  const tries = [1e-3, 0.1, 1, 8];
  const status = new Float64Array(STATUS_LENGTH);
  status.set(tries, STATUS.tries);
  sums.fill(0);
  remainderSums.reference(
    { x, iterate, direction, ends, springs, status, sums, count },
    0,
    Math.ceil(count / 256),
  );
  let moving = 0;
  for (let k = 0; k < 4 * particles; k++) moving += inertia * masses[k - (k % 4)] * direction[k] ** 2;
  let bound = 0;
  for (let s = 0; s < count; s++)
    for (let c = 0; c < 3; c++)
      bound +=
        springs[2 * s + 1] * (direction[4 * ends[2 * s] + c] - direction[4 * ends[2 * s + 1] + c]) ** 2;
  tries.forEach((alpha, c) => {
    const change = energy(onward(alpha)) - energy(iterate);
    expect(Math.abs(total(c) + 0.5 * alpha ** 2 * moving - alpha * slope - change)).toBeLessThan(
      1e-12 * energy(iterate),
    );
    // The global step's matrix bends at least as much as g.
    expect(total(c)).toBeLessThan(0.5 * alpha ** 2 * bound);
  });
});
