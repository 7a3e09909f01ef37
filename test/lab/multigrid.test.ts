/** What the experiments on multigrid are made of: XPBD, the count of work, the exact rest of fine cloths. */
import { describe, expect, it } from 'vitest';
import { cloth } from '../../engine/index.ts';
import { buildModel } from '../../engine/model.ts';
import { clothEquilibrium, equilibrium } from '../../lab/equilibrium.ts';
import { sceneOf, stretchOf } from '../../lab/multigrid/simulation.ts';
import { workOf } from '../../lab/multigrid/work.ts';
import { Xpbd } from '../../lab/multigrid/xpbd.ts';

const gravity = [0, -9.81, 0] as const;

describe('XPBD', () => {
  /* Two columns of springs that hang straight down: spring j of n carries the n - j particles below it. */
  it('hangs where the springs carry the weight', () => {
    const [n, m, k] = [6, 0.02, 500];
    const body = cloth({
      particles: [2, n],
      size: [1, 1],
      mass: 2 * n * m,
      stiffness: k,
      pins: ['top-left', 'top-right'],
    });
    const xpbd = new Xpbd(body, { timestep: 1 / 60, substeps: 40, gravity, damping: 5, integrate: true });
    for (let step = 0; step < 900; step++) xpbd.step();
    for (let row = 0; row + 1 < n; row++) {
      const length = xpbd.positions[6 * row + 1] - xpbd.positions[6 * row + 7];
      expect((length - 1 / (n - 1)) / (((n - 1 - row) * m * 9.81) / k)).toBeCloseTo(1, 1);
    }
  });

  it('falls as everything falls, and damping slows it', () => {
    const fall = (damping: number) => {
      const body = cloth({ particles: [3, 3], mass: 1, stiffness: 100 });
      const xpbd = new Xpbd(body, { timestep: 0.01, substeps: 10, gravity, damping, integrate: true });
      for (let step = 0; step < 100; step++) xpbd.step();
      return xpbd.positions[1] - body.positions[1];
    };
    expect(fall(0) / (-9.81 / 2)).toBeCloseTo(1, 2);
    // v' = g - c v: x = g/c (t - (1 - e^(-ct))/c)
    expect(fall(2) / ((-9.81 / 2) * (1 - (1 - Math.exp(-2)) / 2))).toBeCloseTo(1, 2);
  });

  it('brings an enlarged cloth to its rest lengths', () => {
    const body = cloth({ particles: [8, 8], stretch: 5, stiffness: 10 });
    const xpbd = new Xpbd(body, {
      timestep: 1,
      substeps: 200,
      gravity: [0, 0, 0],
      damping: 0,
      integrate: false,
    });
    xpbd.step();
    expect(stretchOf(body, xpbd.positions).error).toBeLessThan(1e-6 * stretchOf(body, body.positions).error);
  });
});

describe('work units', () => {
  const model = buildModel([sceneOf('hanging', 64).body]);

  it('are sweeps of the finest grid', () => {
    expect(workOf(model, { id: 'pd-rbgs', outer: 11, inner: 1, omega: 1 })).toBe(11);
    expect(workOf(model, { id: 'pd-rbgs', outer: 2, inner: 20, omega: 1.9 })).toBe(40);
    // To and fro: red, black, red.
    expect(workOf(model, { id: 'pd-rbgs', outer: 1, inner: 8, omega: 1, rho: 0.9 })).toBeGreaterThan(12);
  });

  /* Residuals 1, restriction 9/16, prolongation 1, and a level below, of a quarter of the points: two sweeps of 8 entries, 1, and on. */
  it('of a cycle: its levels are a geometric series', () => {
    const one = workOf(model, { id: 'pd-multigrid', outer: 1 });
    expect(workOf(model, { id: 'pd-multigrid', outer: 3 })).toBeCloseTo(3 * one, 10);
    expect(one).toBeGreaterThan(2 + 1 + 9 / 16 + 1);
    expect(one).toBeLessThan(2 + (4 / 3) * (1 + 9 / 16 + 1) * 1.1);
  });

  it('of a direct solve: both substitutions', () => {
    const small = workOf(model, { id: 'pd-cholesky', outer: 1 });
    const large = workOf(buildModel([sceneOf('hanging', 128).body]), { id: 'pd-cholesky', outer: 1 });
    expect(small).toBeGreaterThan(4);
    // n² log n over n².
    expect(large / small).toBeGreaterThan(1.05);
    expect(large / small).toBeLessThan(1.5);
  });
});

it('a fine cloth rests where it does without the coarse ones', async () => {
  const make = (resolution: number) => sceneOf('hanging', 30, resolution).body;
  const direct = await equilibrium([make(30)], { gravity });
  const refined = await clothEquilibrium(make, 30, { gravity });
  expect(refined.imbalance).toBeLessThan(1e-5);
  // Float32 rounds where the pins are: 5e-7 m, and 1.5e-4 of the error.
  expect(Math.abs(refined.error / direct.error - 1)).toBeLessThan(5e-4);
});
