/** `selvedge run`: what it prints and what it writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createWorld, wasm } from 'selvedge';
import { buildScene, parseScene } from 'selvedge/scene';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../cli/stats.ts';
import { folder, jsonOf, SMALL, selvedge, TOO_FAST } from './command.ts';

const files = folder();

/** Pins in the middle of the numbering, so that a wrong order shows. */
const scene = {
  version: 1,
  bodies: [{ type: 'cloth', particles: [5, 4], pins: [7, 12], position: [0, 1, 0], rotation: [70, 0, 0] }],
  timestep: 0.005,
  stepsPerFrame: 6,
};
const pinned = files.path('pinned.json');
writeFileSync(pinned, JSON.stringify(scene));

/** The same run through the library. */
async function libraryRun(steps: number) {
  const { bodies, settings } = buildScene(parseScene(JSON.stringify(scene)).scene);
  const world = await createWorld({ bodies, ...settings, backend: wasm({ threads: 1 }) });
  world.step(steps);
  const size = 3 * world.model.particles;
  const state = await world.read({ positions: new Float64Array(size), velocities: new Float64Array(size) });
  const hash = await world.hash();
  world.dispose();
  return { ...state, hash };
}

describe('a scene with colliders', () => {
  const file = files.path('colliders.json');
  const floor = { shape: 'plane', position: [0, -0.02, 0] };
  const ball = {
    shape: 'sphere',
    name: 'ball',
    radius: 0.2,
    position: [9, 0, 9],
    motion: { velocity: [1, 0, 0] },
  };
  const bodies = [{ type: 'cloth', particles: [5, 5], rotation: [90, 0, 0], radius: 0.01 }];
  writeFileSync(file, JSON.stringify({ version: 1, bodies, colliders: [floor, ball], timestep: 0.01 }));

  it('names them, stops at them and times them', async () => {
    const state = files.path('landed.json');
    const { code, out, err } = await selvedge(['run', file, '--steps', '100', '--json', '--state', state]);
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out);
    expect(report.colliders).toEqual(['collider 0', 'ball']);
    expect(report.ms.phases.contact).toBeGreaterThan(0);
    const { x } = JSON.parse(readFileSync(state, 'utf8')) as { x: [number, number, number][] };
    for (const [, y] of x) expect(y).toBeCloseTo(-0.01, 3);
    expect((await selvedge(['run', file, '--steps', '1'])).out).toContain('colliders: collider 0, ball\n');
  });

  it('is approved with their number', async () => {
    const { out } = await selvedge(['validate', file]);
    expect(out).toBe(`${file}: OK, 1 body, 2 colliders, auto\n`);
  });
});

it('says what contact did not see, though it was over before the end', async () => {
  const file = files.path('fast.json');
  writeFileSync(file, JSON.stringify({ ...TOO_FAST, damping: 20, substeps: 1 }));
  const { err, out } = await selvedge(['run', file, '--steps', '40', '--json']);
  const { warnings, missed, energy } = JSON.parse(out);
  expect(warnings).toEqual([expect.stringContaining('passed each other unseen')]);
  expect(err).toBe(`warning: ${warnings[0]}\n`);
  expect(missed).toBe(0);
  expect(energy.kinetic).toBeLessThan(1);
});

describe('--json', () => {
  it('is one object with exactly these fields', async () => {
    const sweeps = ['--set', 'solver.method=pd-rbgs'];
    const { code, out, err } = await selvedge(['run', ...SMALL, ...sweeps, '--steps', '5', '--json']);
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out);
    expect(report).toEqual({
      particles: 63,
      springs: expect.any(Number),
      colliders: ['floor'],
      solver: 'pd-rbgs',
      parameters: { outer: 1, inner: 10, omega: 1, rho: 0 },
      method: {},
      backend: 'wasm',
      threads: 1,
      storage: { description: 'rows of neighbours', uniform: 0, mixed: 0 },
      steps: 5,
      substeps: 1,
      iterations: 1,
      ms: {
        total: expect.any(Number),
        perStep: expect.any(Number),
        phases: expect.any(Object),
        setup: expect.any(Number),
      },
      error: expect.any(Number),
      strain: { mean: expect.any(Number), max: expect.any(Number) },
      energy: {
        kinetic: expect.any(Number),
        spring: expect.any(Number),
        elements: 0,
        potential: expect.any(Number),
      },
      forces: {},
      torn: 0,
      touching: 0,
      missed: 0,
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      warnings: [],
    });
    // Columns, rows, two diagonals a quad, and every second particle along both: 9 × 7.
    expect(report.springs).toBe(8 * 7 + 9 * 6 + 2 * 8 * 6 + 7 * 7 + 9 * 5);
    expect(Object.keys(report.ms.phases)).toEqual(['predict', 'local', 'global', 'contact', 'finish']);
    expect(report.ms.total).toBeCloseTo(5 * report.ms.perStep, 9);
  });

  it('says what auto chose, and why', async () => {
    const words = ['run', pinned, '--steps', '2'];
    const { solver, parameters, chosen } = await jsonOf(words);
    expect([solver, parameters]).toEqual(['auto', { outer: 2 }]);
    expect(chosen).toEqual({
      id: 'pd-rbgs',
      parameters: { outer: 2, inner: 10, omega: expect.any(Number), rho: 0 },
      why: expect.stringMatching(/^a correction travels [\d.]+ cells a step/),
    });
    const { out } = await selvedge(words);
    expect(out).toMatch(/^solver {3}auto: pd-rbgs, outer 2, inner 10, ω [\d.]+\n {9}a correction travels /m);
  });

  it('counts frames by the scene, and takes 300 steps when it is not told', async () => {
    expect((await jsonOf(['run', pinned, '--frames', '3'])).steps).toBe(18);
    expect((await jsonOf(['run', pinned])).steps).toBe(300);
    const { out } = await selvedge(['run', pinned]);
    expect(out).toMatch(/^steps +300 \(the default\), 1\.5 s of simulated time$/m);
  });

  it('gives the same for a file, for standard input and for the library', async () => {
    const { hash } = await libraryRun(9);
    const words = ['--steps', '9', '--threads', '1'];
    expect((await jsonOf(['run', pinned, ...words])).hash).toBe(hash);
    expect((await jsonOf(['run', '-', ...words], { input: JSON.stringify(scene) })).hash).toBe(hash);
  });

  it('reports the iterations that a time budget chose', async () => {
    const { iterations, steps } = await jsonOf(['run', pinned, '--steps', '20', '--set', 'solver.budget=5']);
    expect(steps).toBe(20);
    expect(iterations).toBeGreaterThan(1);
  });
});

describe('--set', () => {
  it('changes the scene before it is checked, in order', async () => {
    const words = ['run', pinned, '--steps', '1', '--set', 'solver.method=PBD_JACOBI', '--set'];
    const report = await jsonOf([...words, 'bodies[0].particles=[3,3]', '--set', 'bodies[0].pins=[]']);
    expect([report.solver, report.particles]).toEqual(['pbd-jacobi', 9]);
  });

  it('of one field of the solver leaves the other defaults as they are', async () => {
    const words = ['run', pinned, '--steps', '9', '--threads', '1'];
    const { hash } = await jsonOf(words);
    expect((await jsonOf([...words, '--set', 'solver.outer=2'])).hash).toBe(hash);
    expect((await jsonOf([...words, '--set', 'solver.outer=1'])).hash).not.toBe(hash);
  });

  it('names every assignment that leads nowhere', async () => {
    const words = ['--set', 'bodies[4].mass=1', '--set', 'timestep', '--set', 'bodies[0].mass=1'];
    const { code, out, err } = await selvedge(['run', pinned, ...words]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('bodies[4].mass: does not exist');
    expect(err).toContain('"timestep" is not an assignment');
  });
});

describe('--state', () => {
  it("holds the very numbers, in the user's order", async () => {
    const words = ['--steps', '25', '--threads', '1', '--state', files.path('state.json')];
    const { code, out } = await selvedge(['run', pinned, ...words]);
    expect(code).toBe(0);
    expect(out).toContain(`wrote    ${files.path('state.json')}`);
    const state = JSON.parse(files.read('state.json'));
    expect(Object.keys(state)).toEqual(['x', 'v']);
    const { positions, velocities } = await libraryRun(25);
    // Object.is: also a minus zero comes back.
    expect(state.x.flat()).toEqual([...positions]);
    expect(state.v.flat()).toEqual([...velocities]);
    expect(state.x.every((point: number[]) => point.length === 3)).toBe(true);
  });

  it('has the pins at their ids, and everything else moved', async () => {
    await jsonOf(['run', pinned, '--steps', '0', '--state', files.path('start.json')]);
    await jsonOf(['run', pinned, '--steps', '25', '--state', files.path('end.json')]);
    const [start, end] = ['start.json', 'end.json'].map((name) => JSON.parse(files.read(name)).x);
    const still = start.flatMap((point: number[], id: number) =>
      point.every((value, k) => value === end[id][k]) ? [id] : [],
    );
    expect(still).toEqual([7, 12]);
    // Row by row from the top, columns from the left; 5 columns over 1 m.
    expect(start[1][0] - start[0][0]).toBeCloseTo(0.25, 6);
    expect(start[5][0]).toBe(start[0][0]);
  });

  it('has float64 on the reference', async () => {
    const words = ['--steps', '5', '--backend', 'reference', '--state', files.path('reference.json')];
    await jsonOf(['run', pinned, ...words]);
    const values: number[] = JSON.parse(files.read('reference.json')).x.flat();
    expect(values.some((value) => value !== Math.fround(value))).toBe(true);
  });
});

describe('--stats', () => {
  const table = (name: string) => {
    const [head, ...rows] = files.read(name).trimEnd().split('\n');
    return { head, rows: rows.map((row) => row.split(',').map(Number)) };
  };

  it('has a row per step, the last one equal to the JSON', async () => {
    const words = ['--steps', '20', '--stats', files.path('stats.csv')];
    const report = await jsonOf(['run', pinned, ...words]);
    const { head, rows } = table('stats.csv');
    expect(head).toBe('step,time,error,strainMean,strainMax,kinetic,spring,potential,iterations,ms');
    expect(rows.map(([step]) => step)).toEqual(Array.from({ length: 20 }, (_, k) => k + 1));
    expect(rows.every((row) => row.length === COLUMNS.length && row.every(Number.isFinite))).toBe(true);
    for (const [step, time] of rows) expect(time).toBeCloseTo(step * scene.timestep, 12);
    const { error, strain, energy, iterations, ms } = report;
    const last = [
      error,
      strain.mean,
      strain.max,
      energy.kinetic,
      energy.spring,
      energy.potential,
      iterations,
    ];
    expect(rows.at(-1)?.slice(2, -1)).toEqual(last);
    const total = rows.reduce((sum, row) => sum + row[9], 0);
    expect(total / ms.total).toBeCloseTo(1, 9);
  });

  it('agrees with a run that is shorter, and does not change the run', async () => {
    const { hash } = await jsonOf(['run', pinned, '--steps', '20']);
    const words = ['--steps', '20', '--stats', files.path('every.csv'), '--every', '8'];
    expect((await jsonOf(['run', pinned, ...words])).hash).toBe(hash);
    const { rows } = table('every.csv');
    expect(rows.map(([step]) => step)).toEqual([8, 16, 20]);
    const { error, energy } = await jsonOf(['run', pinned, '--steps', '8']);
    expect([rows[0][2], rows[0][5]]).toEqual([error, energy.kinetic]);
  });
});

describe('the thesis', () => {
  it('runs its listing 5.1, with warnings on stderr and in the JSON', async () => {
    const { code, out, err } = await selvedge(['run', 'np17-listing-5.1', '--steps', '2', '--json']);
    expect(code).toBe(0);
    const { particles, springs, solver, warnings } = JSON.parse(out);
    // A grid of 100 by 100 with structural springs.
    expect([particles, springs, solver]).toEqual([10_000, 2 * 99 * 100, 'pd-rbgs']);
    expect(warnings).toHaveLength(1);
    expect(warnings.join()).toMatch(/modelPath/);
    expect(err).toBe(warnings.map((line: string) => `warning: ${line}\n`).join(''));
  });
});

describe('a scene that is refused', () => {
  it.each<[string, string, string]>([
    ['not JSON', '{ "version": 1,', 'not JSON at line 1'],
    ['another version', '{ "version": 7, "bodies": [] }', 'version: 7'],
    ['a negative mass', '{ "version": 1, "bodies": [{ "type": "rope", "mass": -2 }] }', 'bodies[0].mass: -2'],
    [
      'a pin too far',
      '{ "version": 1, "bodies": [{ "type": "rope", "pins": [50] }] }',
      'bodies[0].pins[0]: 50',
    ],
    [
      'an unknown solver',
      '{ "version": 1, "bodies": [{ "type": "rope" }], "solver": { "method": "x" } }',
      'solver.method: "x"',
    ],
    ['a bad thesis file', '{ "softObjects": [{ "src": "1cloth" }] }', 'softObjects[0].src: "1cloth"'],
  ])('%s: names the path, prints nothing, creates nothing', async (_, text, words) => {
    const before = files.names();
    const outputs = ['--state', files.path('never.json'), '--stats', files.path('never.csv')];
    const { code, out, err } = await selvedge(['run', '-', '--json', ...outputs], { input: text });
    expect(err).toContain('standard input is refused');
    expect(err).toContain(words);
    expect([code, out]).toEqual([2, '']);
    expect(files.names()).toEqual(before);
  });
});
