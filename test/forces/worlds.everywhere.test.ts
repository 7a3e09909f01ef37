/** Sheets of triangles in worlds, on every backend: what must be true of the material, whatever the mesh and the method. */
import { type Body, createWorld, METHODS, reference, triangles, type World } from 'selvedge';
import { afterAll, describe, expect, it } from 'vitest';
import { runsOn } from '../../engine/support.ts';
import { FAST_BACKENDS } from '../conformance/backends.ts';
import { methodWith } from '../method-with.ts';
import { sheet } from './sheets.ts';

const BACKENDS = [{ name: 'reference', open: async () => reference() }, ...FAST_BACKENDS];
const TAKING = METHODS.filter(({ takes }) => takes?.forces.includes('membrane'));
/** Iterations until nothing changes; SwiftShader takes a second for what others do in a hundredth. */
const enoughOn = (kind: string) =>
  kind === 'webgpu' ? { outer: 120, inner: 10 } : { outer: 400, inner: 20 };

/** The most that two lists differ by. */
const apart = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);

const positionsOf = async (world: World) =>
  (await world.read({ positions: new Float64Array(3 * world.model.particles) })).positions;

describe.each(BACKENDS)('$name', ({ name, open }) => {
  const opened = open();
  afterAll(async () => (await opened).dispose());
  const kind = name === 'reference' || name === 'webgpu' ? name : 'wasm';
  const isExact = name === 'reference';
  const able = TAKING.filter((method) => runsOn(method, kind));

  // The border held where an affine map takes it, everything inside goes there too: one strain everywhere.
  it('patch test: a stretched irregular sheet has one strain everywhere', async () => {
    const mesh = sheet(7, 0.6);
    const body = triangles({ ...mesh, membrane: { warp: 50, weft: 40, shear: 12 }, pins: ['borders'] });
    const [across, down] = [1.1, 0.95];
    const isHeld = new Set(body.pins);
    const start = body.positions.map((value, k) => {
      if (k % 3 === 2) return 0;
      const map = k % 3 === 0 ? across : down;
      return map * value + (isHeld.has(Math.floor(k / 3)) ? 0 : 0.01 * Math.sin(k));
    });
    const world = await createWorld({
      bodies: [{ ...body, positions: start }],
      backend: await opened,
      method: { ...methodWith(isExact ? 'pd-cholesky' : 'pd-rbgs', enoughOn(kind)), integrate: false },
    });
    world.step(2);
    const { stretch, strain } = (await world.statistics()).forces.membrane;
    const tolerance = isExact ? 1e-6 : 1e-4;
    expect(Math.abs(stretch!.most - across)).toBeLessThan(tolerance);
    expect(Math.abs(stretch!.least - down)).toBeLessThan(tolerance);
    expect(Math.abs(strain!.mean - (across - 1))).toBeLessThan(tolerance);
    world.dispose();
  });

  // [LBOK13] Eq. (8) has one minimum near the start: every method's steps end there if they take long enough and forces may turn.
  it.each(able.filter(({ isLinearised }) => !isLinearised).map(({ id }) => id))(
    '%s ends a step where Cholesky does',
    async (id) => {
      const mesh = sheet(5);
      const wavy = mesh.vertices.map(([x, y]) => [x, y, 0.05 * Math.sin(7 * x + 3 * y)] as const);
      const bodies: Body[] = [
        triangles({
          vertices: wavy,
          triangles: mesh.triangles,
          membrane: { warp: 60, weft: 40, shear: 15 },
          bending: 0.002,
          mass: 0.2,
        }),
      ];
      const bent = { ...bodies[0], pins: [0, 5], velocities: bodies[0].positions.map((value) => 2 * value) };
      const run = async (method: string, backend: Awaited<typeof opened>) => {
        const world = await createWorld({
          bodies: [bent],
          backend,
          timestep: 1 / 100,
          method: methodWith(method, enoughOn(backend.name)),
        });
        world.step(3);
        const positions = await positionsOf(world);
        world.dispose();
        return positions;
      };
      const expected = await run('pd-cholesky', reference());
      expect(apart(expected, bent.positions)).toBeGreaterThan(0.01);
      expect(apart(await run(id, await opened), expected)).toBeLessThan(isExact ? 1e-8 : 2e-5);
    },
  );

  it('a free sheet keeps its momentum', async () => {
    const body = triangles({ ...sheet(6), membrane: { warp: 80, weft: 60, shear: 20 }, bending: 0.01 });
    const velocities = body.positions.map((_, k) => Math.sin(3.7 * k) + (k % 3 === 0 ? 1 : 0));
    const world = await createWorld({
      bodies: [{ ...body, velocities }],
      backend: await opened,
      timestep: 1 / 100,
      gravity: [0, 0, 0],
      damping: 0,
      method: methodWith(kind === 'webgpu' ? 'pd-rbgs' : 'pd-cholesky', { outer: 20, inner: 20 }),
    });
    const momentum = (v: ArrayLike<number>) =>
      [0, 1, 2].map((c) => Array.from(body.masses).reduce((sum, mass, i) => sum + mass * v[3 * i + c], 0));
    world.step(5);
    const { velocities: after } = await world.read({ velocities: new Float64Array(velocities.length) });
    expect(apart(momentum(after), momentum(velocities))).toBeLessThan(isExact ? 1e-9 : 2e-5);
    world.dispose();
  });

  it('opens again where all of it had collapsed to a point, without a fault', async () => {
    const body = triangles({ ...sheet(4), membrane: 200, bending: 0.01 });
    const positions = body.positions.map(() => 0);
    const world = await createWorld({
      bodies: [{ ...body, positions }],
      backend: await opened,
      gravity: [0, 0, 0],
    });
    world.step(200);
    const { faults, forces } = await world.statistics();
    expect(faults).toBe(0);
    expect(forces.membrane.stretch!.most).toBeGreaterThan(0.5);
    world.dispose();
  });
});

describe('a sheet that hangs from its upper border', () => {
  // ε(s) = ρ g (L − s)/k down the sheet: it becomes longer by ρ g L²/(2 k), whatever the mesh.
  const [density, stiffness] = [0.2, 25];
  const longer = (density * 9.81) / (2 * stiffness);
  const lowest = async (n: number, irregular: number, membrane: 'triangles' | 'springs') => {
    const body = triangles({
      ...sheet(n, irregular),
      density,
      membrane: membrane === 'triangles' ? stiffness : { springs: stiffness },
      bending: 0,
      pins: [{ min: [-1, 0, -1], max: [1, 0, 1] }],
    });
    const world = await createWorld({
      bodies: [body],
      method: { id: 'pd-multigrid', outer: 6 },
      timestep: 1 / 60,
      damping: 6,
    });
    world.step(240);
    const positions = await positionsOf(world);
    world.dispose();
    return -1 - positions.reduce((least, value, k) => (k % 3 === 1 ? Math.min(least, value) : least), 0);
  };

  // 1,058, 4,050 and 16,200 triangles.
  it.each([23, 45, 90])(
    '%i squares a side: the irregular one as the regular one and as the formula, to 3 %',
    async (n) => {
      const [regular, irregular] = [await lowest(n, 0, 'triangles'), await lowest(n, 0.5, 'triangles')];
      console.info(
        `${2 * n * n} triangles: regular ${regular.toFixed(5)} m, irregular ${irregular.toFixed(5)} m, exact ${longer.toFixed(5)} m`,
      );
      expect(Math.abs(irregular / regular - 1)).toBeLessThan(0.03);
      expect(Math.abs(irregular / longer - 1)).toBeLessThan(0.03);
    },
  );

  it('as springs along the edges it is alike at any resolution too', async () => {
    const [coarse, fine] = [await lowest(12, 0.5, 'springs'), await lowest(36, 0.5, 'springs')];
    expect(Math.abs(coarse / fine - 1)).toBeLessThan(0.05);
  });
});
