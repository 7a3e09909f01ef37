import { it } from 'vitest';
import { clothEquilibrium, equilibrium, balance } from '../../lab/equilibrium.ts';
import { sceneOf, stretchOf } from '../../lab/multigrid/simulation.ts';
import { buildModel } from '../../engine/model.ts';
it('eq', { timeout: 600000 }, async () => {
  const make = (resolution: number) => sceneOf('hanging', 40, resolution).body;
  const gravity = [0, -9.81, 0] as const;
  for (const tolerance of [1e-6, 1e-7]) {
    const a = await equilibrium([make(40)], { gravity, tolerance });
    const b = await clothEquilibrium(make, 40, { gravity, tolerance });
    const m = buildModel([make(40)]);
    console.log(tolerance, a.error, a.imbalance, a.steps, b.error, b.imbalance, b.steps, stretchOf(make(40), a.positions).error, stretchOf(make(40), b.positions).error, JSON.stringify(balance(m, a.positions, gravity)));
    let d = 0; for (let i = 0; i < a.positions.length; i++) d = Math.max(d, Math.abs(a.positions[i] - b.positions[i]));
    console.log('apart', d);
  }
});
