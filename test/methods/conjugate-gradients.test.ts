/** `mcg` against mathematics: the system of [HAN15] Eq. (3) written down from its formulas and solved by elimination. */
import {
  type Body,
  cloth,
  createWorld,
  type MethodOptions,
  network,
  reference,
  triangles,
  wasm,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { FILTER } from '../../engine/methods/conjugate-gradients/filter.ts';
import { mcg } from '../../engine/methods/conjugate-gradients/index.ts';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { buildModel } from '../../engine/model.ts';
import { joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { sheet } from '../forces/sheets.ts';
import {
  difference,
  largestDifference,
  momentumOf,
  predicted,
  randomNumbers,
  springsOf,
  stateOf,
} from '../verification/mathematics.ts';

const [gravity, damping] = [[0, -9.81, 0] as const, 0.5];

/** The particles have unequal masses. */
const patch = (): Body => {
  const body = cloth({
    particles: [5, 4],
    size: [1, 0.8],
    mass: 1,
    stiffness: { structural: 800, shear: 300, bend: 100 },
    pins: ['top-left'],
  });
  const random = randomNumbers(7);
  return { ...body, masses: body.masses.map((mass) => mass * (1 + 0.5 * random())) };
};

const open = (method: MethodOptions = {}, bodies: Body[] = [patch()], backend = reference()) =>
  createWorld({ bodies, method: { id: 'mcg', ...method }, timestep: 1 / 60, gravity, damping, backend });

/** a x = b by elimination with pivots. */
function solved(a: number[][], b: number[]): number[] {
  const rows = a.map((row, k) => [...row, b[k]]);
  for (let k = 0; k < rows.length; k++) {
    let pivot = k;
    for (let row = k; row < rows.length; row++)
      if (Math.abs(rows[row][k]) > Math.abs(rows[pivot][k])) pivot = row;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let row = 0; row < rows.length; row++) {
      if (row === k) continue;
      const share = rows[row][k] / rows[k][k];
      for (let column = k; column <= rows.length; column++) rows[row][column] -= share * rows[k][column];
    }
  }
  return rows.map((row, k) => row[rows.length] / row[k]);
}

// The plain matrix of springs pressed by a third is definite in small steps only.
describe.each([
  { compression: 'projected', h: 1 / 60 },
  { compression: 'plain', h: 1 / 480 },
] as const)('$compression', ({ compression, h }) => {
  it.each(['block', 'none'] as const)(
    'solves (M/h² + K + D/h) δ = f − (h K + D) v′, preconditioned by %s, with unequal masses and dampers',
    async (preconditioner) => {
      const beta = 0.002;
      const world = await open({ tolerance: 1e-13, iterations: 2000, compression, preconditioner });
      world.configure({ timestep: h, stiffnessDamping: beta });
      const random = randomNumbers(4);
      const { model } = world;
      const { masses } = model;
      const { positions: rest } = await stateOf(world);
      const pinned = new Set(model.pins);
      const isPinned = (n: number) => pinned.has(Math.floor(n / 3));
      world.write({
        positions: rest.map((q, n) => (isPinned(n) ? q : q + 0.02 * random())),
        velocities: rest.map((_, n) => (isPinned(n) ? 0 : random())),
      });
      const before = await stateOf(world);
      const y = predicted(model, before, { h, gravity, damping });
      const q = before.positions;
      const size = q.length;
      const back = y.map((value, n) => value - q[n]); // h v'
      const A = Array.from({ length: size }, (_, n) =>
        Array.from({ length: size }, (_, m) => (n === m ? masses[Math.floor(n / 3)] / (h * h) : 0)),
      );
      const b = new Float64Array(size);
      for (const { i, j, L, k } of springsOf(model)) {
        const e = difference(q, i, j);
        const length = Math.hypot(...e);
        const n = e.map((value) => value / length);
        const across = compression === 'plain' ? 1 - L / length : Math.max(0, 1 - L / length);
        for (let row = 0; row < 3; row++) {
          const force = k * (length - L) * n[row];
          b[3 * i + row] -= force;
          b[3 * j + row] += force;
          for (let column = 0; column < 3; column++) {
            const along = n[row] * n[column];
            // K, and D/h = β k/h along the spring.
            const K = k * (across * ((row === column ? 1 : 0) - along) + along) + (beta / h) * k * along;
            const d = back[3 * i + column] - back[3 * j + column];
            b[3 * i + row] -= K * d;
            b[3 * j + row] += K * d;
            A[3 * i + row][3 * i + column] += K;
            A[3 * j + row][3 * j + column] += K;
            A[3 * i + row][3 * j + column] -= K;
            A[3 * j + row][3 * i + column] -= K;
          }
        }
      }
      for (let n = 0; n < size; n++) {
        if (!isPinned(n)) continue;
        b[n] = 0;
        A[n].fill(0);
        for (const row of A) row[n] = 0;
        A[n][n] = 1;
      }
      const delta = solved(A, [...b]);
      const expected = y.map((value, n) => value + delta[n]);
      world.step();
      const { positions } = await stateOf(world);
      const { method } = await world.statistics();
      expect(Math.max(...delta.map(Math.abs))).toBeGreaterThan(1e-4);
      // 1e-9 of the largest correction.
      expect(largestDifference(positions, expected)).toBeLessThan(1e-9 * Math.max(...delta.map(Math.abs)));
      expect(method).toMatchObject({ outcome: 1 });
      expect(method.residual).toBeLessThan(1e-12);
      world.dispose();
    },
  );
});

const sheetBody = () =>
  triangles({
    ...sheet(4),
    membrane: { warp: 200, weft: 150, shear: 40 },
    bending: 0.001,
    density: 0.2,
    pins: [0, 4],
  });

it('goes to the exact step as h does, with triangles and hinges: its error is of second order', async () => {
  const errors: number[] = [];
  for (const timestep of [1 / 240, 1 / 480, 1 / 960]) {
    const world = await open({ tolerance: 1e-13, iterations: 2000, compression: 'plain' }, [sheetBody()]);
    world.configure({ timestep: 1 / 240 });
    world.step(40);
    world.configure({ timestep });
    const start = await world.snapshot();
    world.step();
    const { positions, velocities } = await stateOf(world);
    expect(Math.max(...velocities.map(Math.abs))).toBeGreaterThan(0.2);
    world.restore(start);
    world.configure({ method: { id: 'newton', tolerance: 1e-13 } });
    world.step();
    errors.push(largestDifference(positions, (await stateOf(world)).positions));
    world.dispose();
  }
  // The path of a step is off by K' (h v)²/2 over m/h²: h⁴.
  expect(errors[0]).toBeGreaterThan(1e-9);
  expect(errors[1] / errors[0]).toBeLessThan(1 / 10);
  expect(errors[2] / errors[1]).toBeLessThan(1 / 10);
});

it('is the same to the bit on one thread and two, and close to the reference', async () => {
  const bodies = () => [patch(), sheetBody()];
  const ends: Float64Array[] = [];
  for (const backend of [wasm({ threads: 1 }), wasm({ threads: 2 }), reference()]) {
    const world = await open({ tolerance: 1e-8 }, bodies(), backend);
    world.step(10);
    ends.push((await stateOf(world)).positions);
    expect((await world.statistics()).method.outcome).toBe(1);
    world.dispose();
  }
  expect(ends[1]).toEqual(ends[0]);
  expect(largestDifference(ends[0], ends[2])).toBeLessThan(1e-5);
});

it('damps triangles and hinges in proportion to their stiffness; of methods that do not, the world says so', async () => {
  const energyAfter = async (method: MethodOptions) => {
    const world = await open(method, [{ ...sheetBody(), pins: [] }]);
    world.configure({ gravity: [0, 0, 0], damping: 0, timestep: 1 / 480, stiffnessDamping: 0.01 });
    // Stretched, and let go.
    const { positions } = await stateOf(world);
    world.write({ positions: positions.map((q, n) => (n % 3 === 0 ? 1.1 * q : q)) });
    world.step(100);
    const { energy } = await world.statistics();
    const { warnings } = world;
    world.dispose();
    return { energy: energy.kinetic + energy.elements, warnings };
  };
  const damped = await energyAfter({ tolerance: 1e-8 });
  const not = await energyAfter({ id: 'newton' });
  expect(damped.energy).toBeLessThan(0.5 * not.energy);
  expect(damped.warnings).toEqual([]);
  expect(not.warnings).toEqual([
    'stiffnessDamping damps springs only with newton, not membrane and bending: mcg damps these too',
  ]);
});

it('keeps momentum as far as its tolerance says, of unequal masses', async () => {
  const net = network({
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0.5],
    ],
    springs: [
      [0, 1],
      [1, 3],
      [3, 2],
      [2, 0],
      [0, 3],
    ],
    masses: [0.1, 0.5, 1, 0.2],
  });
  const world = await open({ tolerance: 1e-12 }, [net]);
  world.configure({ gravity: [0, 0, 0], damping: 0 });
  const random = randomNumbers(2);
  const velocities = Float64Array.from({ length: 12 }, () => random());
  world.write({ velocities });
  world.step(50);
  const after = momentumOf(world.model, (await stateOf(world)).velocities);
  expect(largestDifference(after, momentumOf(world.model, velocities))).toBeLessThan(1e-9);
  world.dispose();
});

it('says so where its iterations are spent, and where the matrix is not definite', async () => {
  const spent = await open({ iterations: 2, tolerance: 1e-12 });
  spent.step();
  expect((await spent.statistics()).method).toMatchObject({ outcome: 0, iterations: 2 });
  spent.dispose();
  // A spring pressed to a tenth, so stiff that it would push its end across by more than the inertia holds.
  const pressed = network({
    vertices: [
      [0, 0, 0],
      [0.1, 0, 0],
    ],
    springs: [[0, 1]],
    restLengths: [1],
    stiffness: 1e5,
    pins: [0],
  });
  const world = await open({ compression: 'plain', preconditioner: 'none' }, [pressed]);
  world.configure({ gravity: [0, -9.81, 0] });
  world.write({ velocities: [0, 0, 0, 0, 1, 0] });
  world.step();
  const { method, faults } = await world.statistics();
  expect(method.outcome).toBe(2);
  expect(faults).toBe(0);
  world.dispose();
});

it('holds particles to planes and lines by its filter, and moves them as prescribed', async () => {
  // A spring from a pin to a particle that may move along x alone, or across y alone and must move by 0.01 along it.
  const model = buildModel([
    network({
      vertices: [
        [0, 0, 0],
        [1, 1, 0],
      ],
      springs: [[0, 1]],
      restLengths: [1],
      stiffness: 100,
      masses: [1, 2],
      pins: [0],
    }),
  ]);
  const values = { ...mcg.enough, compression: 'plain', preconditioner: 'none' } as const;
  const setting = {
    ...{ model, h: 1, inertia: 1, ...SPRINGS_ALONE },
    projection: { filters: 'filters', changes: 'changes' },
    values: { iterations: 50, tolerance: 1e-12, ...values },
  };
  const vectors = { role: 'scratch', element: 'vec4', domain: 'particles', length: 2 } as const;
  const plan = joinPlans(memoryOf(model), mcg.scratch(setting), { filters: vectors, changes: vectors });
  const end = 4 * model.slotOf[1];
  const solve = async (filter: number[], change: number[]) => {
    const machine = await reference().open(plan);
    machine.load('solve', mcg.record(setting).program);
    model.slotOf.forEach((slot, id) => {
      machine.write('x', model.positions.subarray(3 * id, 3 * id + 3), 4 * slot);
      machine.write('masses', [model.masses[id], id === 0 ? 0 : 1 / model.masses[id]], 4 * slot);
    });
    machine.write('filters', filter, end);
    machine.write('changes', change, end);
    machine.run('solve');
    const [delta] = await machine.read('delta');
    return [...delta.slice(end, end + 3)];
  };
  // K = k (s I + (1 − s) n nᵀ), s = 1 − 1/√2, n = (1, 1, 0)/√2: 50 (1 + s) on the diagonal, 50 (1 − s) beside it; f = −k s (1, 1, 0).
  const s = 1 - Math.SQRT1_2;
  const [own, beside] = [50 * (1 + s), 50 * (1 - s)];
  const f = -100 * s;
  const line = await solve([1, 0, 0, FILTER.line], [0, 0, 0, 0]);
  expect(line[0]).toBeCloseTo(f / (2 + own), 12);
  expect(line.slice(1)).toEqual([0, 0]);
  const plane = await solve([0, 1, 0, FILTER.plane], [5, 0.01, 5, 0]);
  expect(plane[0]).toBeCloseTo((f - beside * 0.01) / (2 + own), 12);
  expect(plane[1]).toBeCloseTo(0.01, 15);
  expect(plane[2]).toBeCloseTo(0, 12);
  expect(await solve([0, 0, 0, FILTER.point], [0.1, 0.2, 0.3, 0])).toEqual([0.1, 0.2, 0.3]);
});
