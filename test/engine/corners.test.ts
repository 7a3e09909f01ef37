/** Edge cases of worlds. */
import { cloth, createWorld, METHODS, network, type Vec3, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';

const backends = ['reference', 'wasm'] as const;

describe.each(backends)('on %s', (backend) => {
  it.each(METHODS.map(({ id }) => id))('particles without springs fall, with %s', async (id) => {
    const vertices: Vec3[] = [
      [0, 0, 0],
      [1, 0, 0],
    ];
    const world = await createWorld({
      bodies: [network({ vertices, springs: [] })],
      backend,
      method: { id },
      damping: 0,
      timestep: 0.01,
    });
    world.step(3);
    const { positions } = await world.read();
    // y_n = -g h² n(n+1)/2
    expect(positions[1]).toBeCloseTo(-9.81 * 1e-4 * 6, 6);
    expect(positions[4]).toBe(positions[1]);
    expect((await world.statistics()).faults).toBe(0);
    world.dispose();
  });

  it('what is pinned is at rest, from the beginning and after', async () => {
    const world = await createWorld({
      bodies: [cloth({ particles: [3, 3], velocity: [1, 0, 0], pins: [0] })],
      backend,
    });
    const velocityOf = async (id: number) => [...(await world.read()).velocities.slice(3 * id, 3 * id + 3)];
    expect(await velocityOf(0)).toEqual([0, 0, 0]);
    expect(await velocityOf(8)).toEqual([1, 0, 0]);
    world.pin(8);
    world.unpin(8);
    expect(await velocityOf(8)).toEqual([0, 0, 0]);
    expect((await world.statistics()).energy.kinetic).toBeCloseTo((7 / 9) * 0.5 * 0.2, 6);
    world.dispose();
  });

  it('a snapshot of another model with as many particles and springs is refused', async () => {
    const open = (particles: [number, number]) =>
      createWorld({ bodies: [cloth({ particles, stiffness: 1000 })], backend });
    const [wide, tall] = await Promise.all([open([6, 4]), open([4, 6])]);
    expect(wide.model.springs).toBe(tall.model.springs);
    const snapshot = await wide.snapshot();
    expect(() => tall.restore(snapshot)).toThrow('snapshot.model');
    wide.restore(snapshot);
    wide.dispose();
    tall.dispose();
  });

  it('configure changes what is named and nothing else', async () => {
    const world = await createWorld({
      bodies: [cloth({ particles: [3, 3] })],
      backend,
      method: { id: 'pd-rbgs', outer: 11, inner: 1 },
    });
    world.configure({ method: { omega: 1.5 } });
    world.step();
    expect(world.method).toMatchObject({ id: 'pd-rbgs', outer: 11, inner: 1, omega: 1.5 });
    world.configure({ method: { id: 'pd-gs' } });
    world.step();
    expect(world.method).toMatchObject({ id: 'pd-gs', outer: 1, inner: 10, omega: 1 });
    world.dispose();
  });

  it('takes no time without integration, and no step once disposed', async () => {
    const world = await createWorld({
      bodies: [cloth({ particles: [3, 3] })],
      backend,
      method: { integrate: false },
    });
    world.step(10);
    expect([world.steps, world.time]).toEqual([10, 0]);
    world.dispose();
    expect(() => world.step()).toThrow('disposed');
  });
});

it('numbers past float32 are refused where they are given', async () => {
  const refused = (options: Parameters<typeof createWorld>[0]) => expect(createWorld(options)).rejects;
  const bodies = [cloth({ particles: [3, 3] })];
  await refused({ bodies: [cloth({ particles: [3, 3], position: [1e39, 0, 0] })] }).toThrow(
    'cloth.positions[0]: ',
  );
  await refused({ bodies: [cloth({ particles: [3, 3], stiffness: 1e39 })] }).toThrow(
    'cloth.stiffness[0]: 1e+39',
  );
  await refused({ bodies: [cloth({ particles: [3, 3], mass: 1e-30 })] }).toThrow('cloth.masses[0]: ');
  await refused({ bodies, gravity: [0, 1e39, 0] }).toThrow('gravity[1]: 1e+39');
});

it('bodies that are none are named', async () => {
  const refused = (bodies: unknown) => expect(createWorld({ bodies: bodies as never })).rejects;
  await refused(undefined).toThrow('bodies: missing; a list of at least one body');
  await refused(cloth()).toThrow('bodies: ');
  await refused([{ type: 'cloth' }]).toThrow(
    'bodies[0]: {"type":"cloth"} is not allowed; a body, as cloth()',
  );
});

it('a snapshot that went through JSON is refused, and nothing changes', async () => {
  const world = await createWorld({ bodies: [cloth({ particles: [3, 3] })], backend: 'reference' });
  const snapshot = await world.snapshot();
  world.step(3);
  const before = await world.hash();
  expect(() => world.restore(JSON.parse(JSON.stringify(snapshot)))).toThrow('snapshot.buffers.x: ');
  expect([await world.hash(), world.steps]).toEqual([before, 3]);
  world.restore(structuredClone(snapshot));
  expect(world.steps).toBe(0);
  world.dispose();
});

it('vectors may be typed arrays', async () => {
  const world = await createWorld({ bodies: [cloth({ particles: [3, 3] })], backend: 'reference' });
  world.move(0, new Float32Array([1, 2, 3]) as unknown as Vec3);
  expect([...(await world.read()).positions.slice(0, 3)]).toEqual([1, 2, 3]);
  world.dispose();
});

it('a file that is no module is named', async () => {
  const world = createWorld({
    bodies: [cloth()],
    backend: wasm({ module: 'data:application/wasm;base64,AAAA' }),
  });
  await expect(world).rejects.toThrow(
    "data:application/wasm;base64,AAAA is not the kernels' WebAssembly file",
  );
});
