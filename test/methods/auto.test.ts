/** The method that `auto` chooses, that it behaves like that method, and that it reports it. */
import { type Body, cloth, type MethodOptions, network, rope, type Vec3, type WorldOptions } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { CPU_BACKENDS, open } from '../engine/worlds.ts';

const h = 1 / 100;

/** A cloth through which a correction travels so many cells in a step of h: √(k h²/m). */
const reaching = (cells: number, side: number, more: object = {}): Body => {
  const mass = 1;
  const stiffness = (cells ** 2 * (mass / side ** 2)) / h ** 2;
  return cloth({ particles: [side, side], mass, stiffness, pins: ['top-left'], ...more });
};

async function chosen(bodies: Body[], more: Omit<WorldOptions, 'bodies'> = {}) {
  const world = await open({ bodies, timestep: h, ...more });
  return (await world.statistics()).solver;
}

describe('chooses', () => {
  it('sweeps up to 4 cells, multigrid beyond', async () => {
    expect(await chosen([reaching(3.9, 20)])).toEqual({
      id: 'pd-rbgs',
      parameters: { outer: 2, inner: 10, omega: 1.7, rho: 0 },
      why: 'a correction travels 3.9 cells a step (√(k h²/m)), no more than the 4 that sweeps reach',
    });
    expect(await chosen([reaching(4.1, 20)])).toEqual({
      id: 'pd-multigrid',
      parameters: { outer: 2, accuracy: 0, rho: 0 },
      why: 'a correction travels 4.1 cells a step (√(k h²/m)), more than the 4 that sweeps reach',
    });
  });

  it('twice the cycles where a correction travels more than half of the way across', async () => {
    expect(await chosen([reaching(9.4, 20)])).toMatchObject({ id: 'pd-multigrid', parameters: { outer: 2 } });
    expect(await chosen([reaching(9.6, 20)])).toEqual({
      id: 'pd-multigrid',
      parameters: { outer: 4, accuracy: 0, rho: 0 },
      why: 'a correction travels 9.6 cells a step (√(k h²/m)), more than half of the 19 across: twice the cycles, so that it can turn; shorter steps would need fewer',
    });
    // One of several bodies is enough.
    expect(await chosen([reaching(12, 30), reaching(9.6, 20)])).toMatchObject({ parameters: { outer: 4 } });
  });

  it('sweeps for what is rigid in a step: a correction that travels more than three quarters of the way', async () => {
    expect((await chosen([reaching(14.2, 20)])).id).toBe('pd-multigrid');
    expect(await chosen([reaching(14.3, 20)])).toMatchObject({
      id: 'pd-rbgs',
      why: 'a correction travels 14.3 cells a step (√(k h²/m)), more than three quarters of the 19 across: nearly rigid, shorter steps would serve it better',
    });
    // Small ones are rigid before they are stiff.
    for (const cells of [1, 4.1, 10, 100]) expect((await chosen([reaching(cells, 6)])).id).toBe('pd-rbgs');
    // The longer side counts.
    expect((await chosen([reaching(9.4, 20, { particles: [20, 3], mass: 60 / 400 })])).id).toBe(
      'pd-multigrid',
    );
  });

  it('four local steps of three sweeps in the parts of a step that contact divides', async () => {
    // In parts of h/4 a correction travels a quarter as far; 3.2 cells would be over-relaxed by 1.64.
    const divided = { particleContact: 'all', substeps: 4 } as const;
    const cloths = [reaching(12.8, 20)];
    const parameters = { outer: 4, inner: 3, omega: 1.3, rho: 0 };
    expect(await chosen(cloths, divided)).toMatchObject({ id: 'pd-rbgs', parameters });
    expect(await chosen([reaching(2, 20)], divided)).toMatchObject({ parameters: { omega: 1.07 } });
    const outer = async (many: number, more: Omit<WorldOptions, 'bodies'>) =>
      (await chosen(cloths, { ...more, method: { id: 'auto', outer: many } })).parameters.outer;
    expect(await outer(16, divided)).toBe(4);
    expect(await outer(20, divided)).toBe(5);
    // What a time budget chooses is of a part, and no less.
    const budgeted = { ...divided, method: { id: 'auto', budget: 4 } } as const;
    expect(await chosen(cloths, budgeted)).toMatchObject({ parameters: { outer: 4, inner: 3 } });
    // What is rigid even in a part has four times ten, not over-relaxed.
    const plain = { parameters: { outer: 4, inner: 10, omega: 1 } };
    expect(await chosen([reaching(40, 6)], divided)).toMatchObject(plain);
    // Beyond what sweeps reach, two cycles; what is rigid there too has few sweeps.
    const cycles = { id: 'pd-multigrid', parameters: { outer: 2 } };
    expect(await chosen([reaching(18, 20)], divided)).toMatchObject(cycles);
    expect(await chosen([reaching(18, 6)], divided)).toMatchObject({ id: 'pd-rbgs', parameters });
    // Without contact parts share the local steps alone.
    expect(await chosen(cloths, { substeps: 4 })).toMatchObject({ parameters: { outer: 1, inner: 10 } });
  });

  it('by the body that needs most', async () => {
    const [soft, stiff] = [reaching(1, 30, { name: 'soft' }), reaching(8, 30, { name: 'stiff' })];
    const rigid = reaching(300, 6, { name: 'rigid' });
    const both = await chosen([soft, stiff, rigid]);
    expect(both.id).toBe('pd-multigrid');
    expect(both.why).toMatch(/^stiff: a correction travels 8 cells/);
    const neither = await chosen([soft, rigid]);
    expect(neither.id).toBe('pd-rbgs');
    expect(neither.why).toMatch(/^rigid: a correction travels 300 cells/);
  });

  it('of bodies without a grid alike', async () => {
    const line = rope({ name: 'line', particles: 5, stiffness: 1 });
    expect(await chosen([reaching(8, 30), line])).toMatchObject({ id: 'pd-multigrid' });
    const stiff = rope({ particles: 41, mass: 41, stiffness: 8 ** 2 / h ** 2 });
    expect(await chosen([stiff])).toMatchObject({ id: 'pd-multigrid' });
  });

  it('by the stiffest springs of the particles, not by a few odd ones', async () => {
    const stiffness = 5 ** 2 / 400 / h ** 2;
    const woven = { structural: stiffness, shear: stiffness / 10, bend: stiffness / 100 };
    expect((await chosen([reaching(1, 20, { stiffness: woven })])).why).toContain('travels 5 cells');
    const odd = reaching(3, 20);
    odd.stiffness[7] *= 1e6;
    odd.masses[20] *= 1e-3;
    expect((await chosen([odd])).why).toContain('travels 3 cells');
  });

  it('anew when the time step, damping or integration change', async () => {
    const world = await open({ bodies: [reaching(3, 40)], timestep: h });
    const solver = async () => (await world.statistics()).solver;
    expect((await solver()).id).toBe('pd-rbgs');
    world.configure({ timestep: 2 * h });
    world.step();
    expect(await solver()).toMatchObject({
      id: 'pd-multigrid',
      why: expect.stringContaining('travels 6 cells'),
    });
    world.configure({ timestep: h });
    // A dashpot of β = 3h makes springs four times as stiff.
    world.configure({ stiffnessDamping: 3 * h });
    expect(await solver()).toMatchObject({
      id: 'pd-multigrid',
      why: expect.stringContaining('travels 6 cells'),
    });
    world.configure({ stiffnessDamping: 0, method: { integrate: false } });
    world.step();
    expect(await solver()).toMatchObject({
      id: 'pd-multigrid',
      why: 'without inertia a correction travels through the whole body, more than the 4 that sweeps reach',
    });
  });

  it('over-relaxation by the distance, and no more than ten sweeps bear', async () => {
    // Young: ρ = 4r²/(1 + 4r²) is 0.8, 16/17 and nearly 1.
    for (const [cells, omega] of [
      [1, 1.25],
      [2, 1.49],
      [300, 1.9],
    ])
      expect((await chosen([reaching(cells, 6)])).parameters.omega).toBe(omega);
  });

  it('something where there is nothing to solve', async () => {
    const dust = network({ vertices: [[0, 0, 0] as Vec3, [1, 0, 0] as Vec3], springs: [] });
    expect(await chosen([dust])).toMatchObject({ id: 'pd-rbgs', why: 'no spring resists' });
    expect(await chosen([dust, reaching(8, 30)])).toMatchObject({ id: 'pd-multigrid' });
    // A spring of no stiffness, in a body made by hand.
    const slack = rope({ particles: 2 });
    slack.stiffness.fill(0);
    const world = await open({ bodies: [slack], method: { integrate: false } });
    world.step();
    expect((await world.statistics()).solver.why).toBe('no spring resists');
    // A single spring among many loose particles counts.
    const vertices = Array.from({ length: 20 }, (_, k) => [k, 0, 0] as Vec3);
    const pair = network({ vertices, springs: [[0, 1]], stiffness: 2 ** 2 / h ** 2, mass: 20 });
    expect((await chosen([pair])).why).toContain('travels 2 cells');
  });
});

it('is the default', async () => {
  const world = await open({ bodies: [cloth()] });
  expect(world.method).toEqual({ id: 'auto', outer: 2, integrate: true, budget: undefined });
  expect((await world.statistics()).solver.id).toBe('pd-multigrid');
});

it('a method by name is the solver itself, without a reason', async () => {
  const method = { id: 'pd-rbgs', outer: 3, inner: 4, omega: 1.2 };
  expect(await chosen([cloth()], { method })).toEqual({
    id: 'pd-rbgs',
    parameters: { outer: 3, inner: 4, omega: 1.2, rho: 0 },
  });
});

describe.each(CPU_BACKENDS)('on $name', ({ make }) => {
  it.each([2, 6])('has the bits of what it chose, a correction travelling %d cells', async (cells) => {
    const bodies = [reaching(cells, 20, { rotation: [-70, 0, 0] })];
    const automatic = await open({ bodies, timestep: h, method: { outer: 3 }, backend: make() });
    automatic.step(5);
    automatic.pin(30);
    automatic.step(5);
    const executed = [...(await automatic.executed())];
    const { id, parameters } = (await automatic.statistics()).solver;
    expect(id).toBe(cells > 4 ? 'pd-multigrid' : 'pd-rbgs');
    const named = await open({
      bodies,
      timestep: h,
      method: { id, ...parameters } as MethodOptions,
      backend: make(),
    });
    named.step(5);
    named.pin(30);
    named.step(5);
    expect(await automatic.hash()).toBe(await named.hash());
    expect(executed).toEqual([...(await named.executed())]);
  });

  it('changes its solver while it runs, to the same bits as from the start', async () => {
    const bodies = [reaching(3, 20, { rotation: [-70, 0, 0] })];
    const live = await open({ bodies, timestep: h, backend: make() });
    live.step(3);
    live.configure({ timestep: 2 * h });
    const fresh = await open({ bodies, timestep: 2 * h, backend: make() });
    fresh.restore(await live.snapshot());
    live.step(3);
    fresh.step(3);
    expect((await live.statistics()).solver.id).toBe('pd-multigrid');
    expect(await live.hash()).toBe(await fresh.hash());
  });
});
