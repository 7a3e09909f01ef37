import { it } from 'vitest';
import { wasm } from '../../engine/index.ts';
import { openSimulation } from '../../lab/multigrid/simulation.ts';
import { NAMES, SOLVERS } from '../../lab/multigrid/solvers.ts';
import { clothEquilibrium } from '../../lab/equilibrium.ts';
import { sceneOf } from '../../lab/multigrid/simulation.ts';
const context = { backend: async () => wasm({ threads: 1 }), actor: (s: string) => s } as any;
it('try', { timeout: 600000 }, async () => {
  const side = Number(process.env.SIDE ?? 30), steps = Number(process.env.STEPS ?? 1500);
  const scene = (process.env.SCENE ?? 'hanging') as any;
  if (scene !== 'enlarged') {
  const t0 = performance.now();
  const exact = await clothEquilibrium((n) => sceneOf(scene, side, n).body, side, { gravity: [0, -9.82, 0] });
  console.log('exact', exact.error, exact.imbalance, exact.steps, performance.now() - t0);
  }
  for (const solver of NAMES) for (const count of SOLVERS[solver].counts) {
    const s = await openSimulation(context, { scene, side, solver, count });
    const out = [];
    for (let k = 0; k < 5; k++) { await s.step(steps / 5); out.push((await s.sample()).error.toExponential(2)); }
    const { ms, strain, global } = await s.sample();
    console.log(solver.padEnd(10), count, s.work.toFixed(2), 'WU', ms.toFixed(3), 'ms', global.toFixed(3), 'strain', strain.toExponential(2), out.join(' '), s.warnings.join(';'));
    s.close();
  }
});
