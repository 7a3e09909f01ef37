import { it } from 'vitest';
import { openWebGpu } from '#gpu';
import { sceneOf } from '../../lab/multigrid/simulation.ts';
import { errorNorms, lastFactor } from '../../lab/multigrid/linear.ts';
import { createWorld } from '../../engine/index.ts';
it('gpu', { timeout: 600000 }, async () => {
  for (const side of [64, 128]) {
    const backend = await openWebGpu();
    const t = performance.now();
    const norms = await errorNorms(backend, [sceneOf('hanging', side).body], { inertia: 1 / 0.002 ** 2, cycles: 12 });
    console.log('factor', side, lastFactor(norms), performance.now() - t, 'ms');
    backend.dispose();
  }
  const backend = await openWebGpu();
  const { body, settings } = sceneOf('hanging', 100);
  const world = await createWorld({ ...settings, bodies: [body], method: { id: 'pd-multigrid', outer: 2 }, backend });
  const t = performance.now();
  world.step(64); await world.idle();
  console.log('64 steps', performance.now() - t, (await world.statistics()).error);
});
