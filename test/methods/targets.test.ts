/**
 * Constraints inside a solve: a weight and a target per particle, which methods take in through `Setting.masses` and `Setting.added`.
 * Particles on a line, whose springs stay stretched, are a linear system: the closed form.
 */
import { type Backend, cloth, METHODS, network, reference } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { putInBlocks } from '../../engine/blocks/storage.ts';
import { defineKernel, read, write } from '../../engine/kernel.ts';
import { completeMethod, valuesOf } from '../../engine/methods/index.ts';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { buildModel } from '../../engine/model.ts';
import { call, joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';

const COUNT = 6;
const LENGTH = 0.5;
const K = 200;
const h = 1 / 60;
const inertia = 1 / h ** 2;
/** By particle: weight in N/m and target, the others have none. */
const WEIGHTS = [0, 0, 300, 0, 40, 0];
const TARGETS = [0, 0, 1.9, 0, 3.1, 0];

/** rhs_i += scale_i w_i (t_i − y_i), `targets` being t and w. */
const aimAtTargets = defineKernel({
  name: 'aimAtTargets',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    targets: read('vec4', 'particles'),
    scales: read('real', 'particles'),
    rhs: write('vec4', 'particles'),
  },
  scalars: {},
  reference: ({ x, targets, scales, rhs }, first, end) => {
    for (let i = first; i < end; i++)
      for (let c = 0; c < 3; c++)
        rhs[4 * i + c] += scales[i] * targets[4 * i + 3] * (targets[4 * i + c] - x[4 * i + c]);
  },
});

const added = () => [call(aimAtTargets, { phase: 'local', range: [0, COUNT], scalars: {} })];

const model = buildModel([
  network({
    vertices: Array.from({ length: COUNT }, (_, k): [number, number, number] => [0.6 * k, 0, 0]),
    springs: Array.from({ length: COUNT - 1 }, (_, k): [number, number] => [k, k + 1]),
    restLengths: new Array(COUNT - 1).fill(LENGTH),
    stiffness: K,
    mass: 0.6,
    pins: [0, COUNT - 1],
  }),
]);

/** Places x that solve m/h² (x − y) + Σ k (x_i − x_j − d_ij) + w (x − t) = 0, by elimination; pins stay. */
function closedForm(): number[] {
  const { masses, positions } = model;
  const y = Array.from({ length: COUNT }, (_, k) => positions[3 * k]);
  const rows = y.map((place, i) => {
    const isPinned = i === 0 || i === COUNT - 1;
    const row = new Array<number>(COUNT + 1).fill(0);
    if (isPinned) {
      row[i] = 1;
      row[COUNT] = place;
      return row;
    }
    row[i] = inertia * masses[i] + 2 * K + WEIGHTS[i];
    row[i - 1] = -K;
    row[i + 1] = -K;
    row[COUNT] = inertia * masses[i] * place + WEIGHTS[i] * TARGETS[i];
    return row;
  });
  for (let k = 0; k < COUNT; k++)
    for (let i = 0; i < COUNT; i++) {
      if (i === k) continue;
      const share = rows[i][k] / rows[k][k];
      for (let c = k; c <= COUNT; c++) rows[i][c] -= share * rows[k][c];
    }
  return rows.map((row, i) => row[COUNT] / row[i]);
}

const vectors = { role: 'scratch', element: 'vec4', domain: 'particles', length: COUNT } as const;
const own = {
  heavier: vectors,
  targets: vectors,
  scales: { ...vectors, element: 'real' },
} as const;

const able = METHODS.filter(({ takes }) => takes?.constraints.includes('targets'));

describe('targets inside the solve', () => {
  it('are taken by all methods that alternate local and global steps', () => {
    expect(
      able
        .map(({ id }) => id)
        .filter((id) => id.startsWith('pd-'))
        .sort(),
    ).toEqual(
      METHODS.map(({ id }) => id)
        .filter((id) => id.startsWith('pd-'))
        .sort(),
    );
  });

  it.each(able.map((method) => ({ id: method.id, method })))(
    '$id finds the closed form',
    async ({ id, method }) => {
      const options = {
        id,
        ...('outer' in method.parameters && { outer: 400 }),
        ...('inner' in method.parameters && { inner: 20 }),
      };
      const values = valuesOf(method, completeMethod(options));
      const setting = { ...SPRINGS_ALONE, model, h, inertia, values, masses: 'heavier', added };
      const machine = await reference().open(joinPlans(memoryOf(model), method.scratch(setting), own));
      const { slotOf, masses, positions } = model;
      for (let id = 0; id < COUNT; id++) {
        const at = 4 * slotOf[id];
        const inverse = id === 0 || id === COUNT - 1 ? 0 : 1 / masses[id];
        machine.write('x', [positions[3 * id], 0, 0, 0], at);
        machine.write('masses', [masses[id], inverse, 0, 0], at);
        machine.write('heavier', [masses[id] + WEIGHTS[id] * h * h, inverse, 0, 0], at);
        machine.write('targets', [TARGETS[id], 0, 0, WEIGHTS[id]], at);
      }
      machine.load('prepare', method.prepare(setting));
      machine.run('prepare');
      const { program, correction } = method.record(setting);
      machine.load('solve', program);
      machine.run('solve');
      const [delta] = await machine.read(correction);
      const expected = closedForm();
      for (let id = 0; id < COUNT; id++)
        expect(positions[3 * id] + delta[4 * slotOf[id]]).toBeCloseTo(expected[id], 9);
      // The targets pull: without them it rests elsewhere.
      expect(Math.abs(expected[2] - positions[6])).toBeGreaterThan(0.05);
      machine.dispose();
    },
  );

  /** A woven cloth whose particles off its border are drawn to places beside them, stepped on a backend. */
  async function drawn(backend: Backend, id: 'pd-rbgs' | 'pd-multigrid') {
    const woven = buildModel([cloth({ particles: [41, 30], stiffness: 1e3, pins: ['top'] })]);
    const { slotOf, masses, positions, particles, pins } = woven;
    const method = METHODS.find((one) => one.id === id)!;
    const values = valuesOf(method, completeMethod({ id, outer: 3 }));
    const aimed = [call(aimAtTargets, { phase: 'local', range: [0, particles], scalars: {} })];
    const setting = {
      ...SPRINGS_ALONE,
      model: woven,
      h,
      inertia,
      values,
      masses: 'heavier',
      added: () => aimed,
    };
    const recorded = { prepare: method.prepare(setting), step: method.record(setting).program };
    const blocks = putInBlocks(woven, recorded, 1);
    const { prepare, step } = backend.simd ? blocks! : recorded;
    const each = { ...vectors, length: particles };
    const machine = await backend.open(
      joinPlans(memoryOf(woven), method.scratch(setting), backend.simd ? blocks!.memory : {}, {
        ...{ heavier: each, targets: each, scales: { ...each, element: 'real' } },
      }),
    );
    for (let k = 0; k < particles; k++) {
      const at = 4 * slotOf[k];
      const place = [0, 1, 2].map((c) => positions[3 * k + c]);
      const weight = k % 3 === 0 ? 500 + (k % 7) : 0;
      const inverse = pins.includes(k) ? 0 : 1 / masses[k];
      machine.write('x', [...place, 0], at);
      machine.write('masses', [masses[k], inverse, 0, 0], at);
      machine.write('heavier', [masses[k] + weight * h * h, inverse, 0, 0], at);
      machine.write('targets', [place[0] + 0.02, place[1], place[2] + 0.01 * Math.sin(k), weight], at);
    }
    machine.load('prepare', prepare);
    machine.run('prepare');
    machine.load('solve', step);
    machine.run('solve');
    const [delta] = await machine.read('delta');
    const executed = await machine.executed();
    machine.dispose();
    return { delta, executed };
  }

  it.each(['pd-rbgs', 'pd-multigrid'] as const)('leave cloth in blocks with %s', async (id) => {
    const rows = await drawn(reference(), id);
    const blocks = await drawn({ ...reference(), simd: true }, id);
    expect(blocks.executed.has('blockBring')).toBe(true);
    expect(blocks.executed.has('relax')).toBe(id === 'pd-multigrid');
    expect(Math.max(...rows.delta.map(Math.abs))).toBeGreaterThan(0.005);
    rows.delta.forEach((value, k) => {
      expect(blocks.delta[k]).toBeCloseTo(value, 12);
    });
  });
});
