/** Choosing and changing what runs: settings, methods, backends. */
import {
  type Backend,
  BackendUnavailable,
  cloth,
  createWorld,
  findMethod,
  METHODS,
  type Method,
  type MethodId,
  type MethodOptions,
  network,
  type Parameter,
  reference,
  rope,
  supportMatrix,
  wasm,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { demandOwnNames, sharedParameters } from '../../engine/methods/registry.ts';
import { methodWith } from '../method-with.ts';
import { CPU_BACKENDS, open, placeOf, positionsOf } from './worlds.ts';

const h = 1 / 100;
const falling = () =>
  open({ bodies: [rope({ particles: 2 })], timestep: h, gravity: [0, -10, 0], damping: 0 });

describe('configure', () => {
  it('changes gravity, time step and drag while the world runs', async () => {
    const world = await falling();
    world.step(2); // y = -g h² (1 + 2), v = -2 g h
    world.configure({ gravity: [0, 5, 0] });
    world.step();
    let [v, y] = [-2 * 10 * h, -10 * h * h * 3];
    v += 5 * h;
    y += h * v;
    expect((await placeOf(world, 0))[1]).toBeCloseTo(y, 13);
    world.configure({ timestep: h / 2 });
    expect(world.timestep).toBe(h / 2);
    world.step();
    v += (5 * h) / 2;
    y += (h / 2) * v;
    expect((await placeOf(world, 0))[1]).toBeCloseTo(y, 13);
    world.configure({ damping: 3 });
    world.step();
    v = (1 - (3 * h) / 2) * v + (5 * h) / 2;
    y += (h / 2) * v;
    expect((await placeOf(world, 0))[1]).toBeCloseTo(y, 13);
    expect(world.time).toBeCloseTo(4 * h, 13);
  });

  it('divides steps while the world runs', async () => {
    const world = await falling();
    world.configure({ substeps: 4 });
    expect(world.substeps).toBe(4);
    world.step(2); // as 8 steps of h/4
    expect((await placeOf(world, 0))[1]).toBeCloseTo(-10 * (h / 4) ** 2 * 36, 13);
    expect([world.steps, world.timestep]).toEqual([2, h]);
    expect(world.time).toBeCloseTo(2 * h, 13);
    const { substeps, ms } = await world.statistics();
    expect(substeps).toBe(4);
    expect(ms.total).toBeCloseTo(2 * ms.perStep, 9);
    world.configure({ substeps: 'auto' });
    expect(world.substeps).toBe(1);
  });

  it.each(CPU_BACKENDS)(
    'changes the method while the world runs, to the same bits as from the start, $name',
    async ({ make }) => {
      const bodies = [cloth({ particles: [6, 6], pins: ['top'] })];
      const live = await open({ bodies, method: { id: 'pd-rbgs' }, backend: make() });
      live.step(3);
      for (const { id } of METHODS) {
        const method = methodWith(id, { outer: 3, inner: 2 });
        const fresh = await open({ bodies, method, backend: make() });
        fresh.restore(await live.snapshot());
        live.configure({ method });
        expect(live.method.id).toBe(id);
        live.step(4);
        fresh.step(4);
        expect(await live.hash()).toBe(await fresh.hash());
      }
    },
  );

  it('refuses as a whole: nothing is changed', async () => {
    const world = await falling();
    world.step();
    expect(() => world.configure({ gravity: [0, 0, 0], timestep: 0 })).toThrow('timestep: 0 is not allowed');
    world.step();
    expect((await placeOf(world, 0))[1]).toBeCloseTo(-10 * h * h * 3, 13);
  });
});

describe('methods', () => {
  it('are found by id and by the spelling of the thesis', () => {
    expect(findMethod('pd-rbgs').id).toBe('pd-rbgs');
    expect(findMethod('PD_RBGS').id).toBe('pd-rbgs');
    expect(findMethod('pbd_jacobi').id).toBe('pbd-jacobi');
    for (const method of METHODS)
      for (const name of [method.id, ...method.aliases]) expect(findMethod(name)).toBe(method);
  });

  it('begin from their own defaults where they are named, else from what runs', async () => {
    const world = await open({ bodies: [rope()], method: { outer: undefined } });
    expect(world.method).toMatchObject({ id: 'auto', outer: 2 });
    world.configure({ method: { outer: 3 } });
    expect(world.method).toMatchObject({ id: 'auto', outer: 3 });
    world.configure({ method: { id: 'pd-rbgs', inner: 20, omega: 1.7 } });
    world.configure({ method: { outer: 2 } });
    expect(world.method).toMatchObject({ outer: 2, inner: 20, omega: 1.7 });
    world.configure({ method: { id: 'PD_RBGS' } });
    expect(world.method).toMatchObject({ outer: 1, inner: 10, omega: 1 });
    world.configure({ method: { budget: 3 } });
    world.configure({ method: { inner: 5 } });
    expect(world.method.budget).toBe(3);
    world.configure({ method: { budget: undefined } });
    expect(world.method).toMatchObject({ outer: 1, inner: 5, budget: undefined });
  });

  it.each([
    [{ id: 5 as never }, 'method.id: 5 is not allowed; auto, pd-rbgs'],
    [{ id: 'pd-cg' }, 'method.id: "pd-cg" is not allowed; auto, pd-rbgs, pd-gs, pd-jacobi'],
    [{ outer: 0 }, 'method.outer: 0 is not allowed; a whole number from 1 to 100000'],
    [{ id: 'pd-rbgs', inner: 2.5 }, 'method.inner: 2.5 is not allowed; a whole number'],
    [{ id: 'pd-rbgs', omega: 2 }, 'method.omega: 2 is not allowed; a number greater than 0 and less than 2'],
    [{ id: 'pd-rbgs', omega: 0 }, 'method.omega: 0 is not allowed'],
    [
      { id: 'pd-jacobi', omega: 1.5 },
      'method.omega: 1.5 is not allowed; 1 with pd-jacobi, which has outer, inner, rho',
    ],
    [{ id: 'pbd-jacobi', omega: 1.5 }, 'method.omega: 1.5 is not allowed; 1 with pbd-jacobi'],
    [
      { id: 'pd-rbgs', sweeps: 9 } as never,
      'method.sweeps: unknown field. Known here: id, integrate, budget, outer, inner, omega, rho',
    ],
    [{ inner: 20 }, 'method.inner: 20 is not allowed; nothing with auto, which has outer'],
    [
      { id: 'newton', budget: 5 },
      'method.budget: 5 is not allowed; none with newton, which has no outer iterations',
    ],
    [
      { id: 'pd-multigrid', accuracy: 0.01, budget: 5 },
      'method.budget: 5 is not allowed; none together with an accuracy, which ends a step by itself',
    ],
    [
      { id: 'pd-multigrid', accuracy: 1 },
      'method.accuracy: 1 is not allowed; a number at least 0 and less than 1',
    ],
    [{ accuracy: 0.01 }, 'method.accuracy: 0.01 is not allowed; 0 with auto'],
    [{ id: 'newton', toString: 1 } as never, 'method.toString: unknown field'],
    [{ budget: 0 }, 'method.budget: 0 is not allowed; a number greater than 0 and at most 1000 (ms)'],
  ])('%o is refused', async (method, message) => {
    await expect(open({ bodies: [rope()], method })).rejects.toThrow(message);
    const world = await open({ bodies: [rope()] });
    expect(() => world.configure({ method })).toThrow(message);
  });

  it.each([
    [{ timestep: 0 }, 'timestep: 0 is not allowed; a number from 1e-6 to 1 (s)'],
    [{ timestep: 2 }, 'timestep: 2 is not allowed'],
    [{ substeps: 1.5 }, 'substeps: 1.5 is not allowed; a whole number from 1 to 1000'],
    [
      { substeps: 'few' as 'auto' },
      'substeps: "few" is not allowed; "auto", or a whole number from 1 to 1000',
    ],
    [{ stiffnessDamping: -1 }, 'stiffnessDamping: -1 is not allowed; a number from 0 to 1 (s)'],
    [
      { stiffnessDamping: 0.1, method: { id: 'pbd-jacobi' } },
      'stiffnessDamping: 0.1 is not allowed; 0 with pbd-jacobi, whose springs are rigid',
    ],
    [{ damping: -1 }, 'damping: -1 is not allowed; a number from 0 to 1e6 (1/s)'],
    [{ gravity: [0, -9.81] as never }, 'gravity: [0,-9.81] is not allowed; an array of 3 numbers'],
  ])('%o is refused', async (settings, message) => {
    await expect(open({ bodies: [rope()], ...settings })).rejects.toThrow(message);
  });

  /* Springs only: gravity, velocity and time have no say, and the velocity waits. */
  it('without integration only the springs act', async () => {
    const body = network({
      vertices: [
        [0, 0, 0],
        [2, 0, 0],
      ],
      springs: [[0, 1]],
      restLengths: [1],
      velocity: [0, 7, 0],
    });
    const world = await open({
      bodies: [body],
      method: { id: 'pd-rbgs', outer: 60, inner: 1, integrate: false },
    });
    world.step(3);
    const positions = await positionsOf(world);
    expect(positions[3] - positions[0]).toBeCloseTo(1, 12);
    expect([positions[1], positions[4]]).toEqual([0, 0]);
    expect([...(await world.read()).velocities]).toEqual([0, 7, 0, 0, 7, 0]);
  });
});

describe('backends', () => {
  /** A backend under the name of one that can't run sequential Gauss-Seidel. */
  const gpuInName = (): Backend => ({ ...reference(), name: 'webgpu' });

  it('default to WebAssembly and say which one runs', async () => {
    const world = await createWorld({ bodies: [rope()] });
    expect(world.backend.name).toBe('wasm');
    expect(world.backend.threads).toBeGreaterThanOrEqual(1);
    expect(world.backend.description).toContain('WebAssembly');
    world.dispose();
    expect((await open({ bodies: [rope()] })).backend.name).toBe('reference');
  });

  it('a method that a backend does not have is refused, with those that have it', async () => {
    const message = 'pd-gs does not run on webgpu; it runs on reference and wasm';
    await expect(open({ bodies: [rope()], method: { id: 'pd-gs' }, backend: gpuInName() })).rejects.toThrow(
      message,
    );
    const world = await open({ bodies: [rope()], backend: gpuInName() });
    expect(() => world.configure({ method: { id: 'pd-gs' } })).toThrow(BackendUnavailable);
    expect(world.method.id).toBe('auto');
    world.step();
    expect((await world.executed()).has('relaxSequential')).toBe(false);
  });

  it('of a list the first that can run is taken, and a warning says why not the others', async () => {
    const method = { id: 'pd-gs' };
    const world = await open({ bodies: [rope()], method, backend: [gpuInName(), reference(), 'wasm'] });
    expect(world.backend.name).toBe('reference');
    expect(world.warnings).toEqual(['pd-gs does not run on webgpu; it runs on reference and wasm']);
    const first = await open({ bodies: [rope()], backend: ['reference', 'wasm'] });
    expect([first.backend.name, first.warnings]).toEqual(['reference', []]);
  });

  it('without WebGPU here the message says so and the list goes on', async () => {
    expect((globalThis.navigator as { gpu?: unknown } | undefined)?.gpu).toBeUndefined();
    await expect(open({ bodies: [rope()], backend: 'webgpu' })).rejects.toThrow(
      'webgpu: there is no navigator.gpu',
    );
    const world = await open({ bodies: [rope()], backend: ['webgpu', 'reference'] });
    expect(world.backend.name).toBe('reference');
    expect(world.warnings).toHaveLength(1);
  });

  it('when none of the list can run the last reason is told', async () => {
    const method = { id: 'pd-gs' };
    await expect(open({ bodies: [rope()], method, backend: ['webgpu', gpuInName()] })).rejects.toThrow(
      'pd-gs does not run',
    );
  });

  it('what is no backend is refused', async () => {
    await expect(open({ bodies: [rope()], backend: 'cuda' as never })).rejects.toThrow(
      'backend: "cuda" is not allowed; one of reference, wasm, webgpu, what reference(), wasm() or webgpu() gave, or a list of these',
    );
    await expect(open({ bodies: [rope()], backend: [] })).rejects.toThrow(
      'backend: [] is not allowed; at least one',
    );
    expect(() => wasm({ threads: 0 })).toThrow('threads: 0 is not allowed; a whole number from 1 to 64');
  });

  it('the matrix says what runs where', () => {
    for (const { method, backends } of supportMatrix()) {
      // The GPU runs neither kernels whose items depend on each other nor those in float64.
      const isForGpu = findMethod(method).kernels.every(
        ({ serial, buffers }) => !serial && Object.values(buffers).every(({ element }) => element !== 'f64'),
      );
      expect(backends, method).toEqual({ reference: true, wasm: true, webgpu: isForGpu });
    }
    expect(new Set(supportMatrix().map(({ backends }) => backends.webgpu)).size).toBe(2);
  });

  it('a disposed world answers no more', async () => {
    const world = await createWorld({ bodies: [rope()], backend: wasm({ threads: 1 }) });
    world.step();
    world.dispose();
    await expect(world.read()).rejects.toThrow('disposed');
  });
});

/*
 * float32 beside float64: u = 2⁻²⁴ = 6e-8. A step rounds a position of at most 1 m a few times (3u), and the velocity made
 * of δ/h carries that on: n²/2 · 3u = 2.3e-6 m for n = 5 steps. The conformance tests look closer, kernel by kernel.
 */
it.each(METHODS.map(({ id }) => id))(
  'WebAssembly and the reference agree over five steps, %s',
  async (id) => {
    const scene = {
      bodies: [cloth({ particles: [8, 8], pins: ['top-left'], rotation: [-70, 0, 0] })],
      method: methodWith(id, { outer: 4, inner: 2 }),
    };
    const [exact, fast] = [await open(scene), await open({ ...scene, backend: wasm({ threads: 2 }) })];
    for (const world of [exact, fast]) world.step(5);
    const [a, b] = [await positionsOf(exact), await positionsOf(fast)];
    a.forEach((q, k) => {
      expect(Math.abs(q - b[k])).toBeLessThan(2.3e-6);
    });
    expect((await exact.statistics()).energy.kinetic).toBeGreaterThan(1e-6);
  },
);

describe('registering methods', () => {
  const one = findMethod('pd-gs');
  const another = (fields: Partial<Method>): readonly Method[] => [
    one,
    { ...one, id: 'another', aliases: [], ...fields },
  ];

  it('lets them share a parameter whose default alone differs', () => {
    const inner = { ...one.parameters.inner, default: 3 } as Parameter;
    expect(Object.keys(sharedParameters(another({ parameters: { inner } })))).toEqual(
      Object.keys(one.parameters),
    );
  });

  it.each([
    [{ max: 7 }, 'max: 100000 and 7'],
    [{ help: 'Rounds.' }, 'help: "Inner iterations'],
    [{ none: 0 }, 'none: nothing and 0'],
  ])('refuses two meanings of one parameter: %j', (fields, said) => {
    const inner = { ...one.parameters.inner, ...fields } as Parameter;
    expect(() => sharedParameters(another({ parameters: { inner } }))).toThrow(
      `methods pd-gs and another both have a parameter "inner" and differ in its ${said}`,
    );
  });

  it('refuses a name that is taken', () => {
    expect(() => demandOwnNames(METHODS)).not.toThrow();
    expect(() => demandOwnNames(another({ aliases: ['PD_GS'] }))).toThrow(
      'methods pd-gs and another are both called "pd-gs"',
    );
  });

  it('gives editors the ids: another name is still a string', () => {
    const ids: readonly MethodId[] = ['auto', 'newton'];
    // @ts-expect-error: no method has this id.
    const none: MethodId = 'pd-cg';
    const options: MethodOptions = { id: none as string };
    expect(() => findMethod(options.id!)).toThrow('method.id: "pd-cg"');
    expect(ids.map((id) => findMethod(id).id)).toEqual(ids);
  });
});
