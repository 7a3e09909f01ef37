/** Sweeps accelerated by Chebyshev's semi-iteration, [Wang15] Alg. 1; README.md lists the differences. */
import { call, type Program, repeat } from '../../program.ts';
import type { Recording, Setting } from '../method.ts';
import { accelerate, bearableRho, chebyshevWeights } from './accelerate.ts';
import { restart } from './restart.ts';

/** Sweeps from this one on are recorded as a loop with a constant weight. */
const UNROLLED = 256;

/**
 * Outer × (local step, inner × sweep). A sweep is calls that compute `next` from `delta`; `next` holds a copy of `delta` when they
 * begin. Every local step makes a new linear system, so the semi-iteration restarts. Only if every sweep has its own local step, as in
 * [Wang15], it continues across them.
 */
export function accelerated(setting: ChebyshevSetting, local: Program, sweep: Program): Recording {
  const { outer, inner } = setting.values;
  const everyone = [0, setting.model.particles] as const;
  const weights = chebyshevWeights(rhoUsed(setting.values), Math.min(sweepsOf(setting.values), UNROLLED));
  const begin = call(restart, { phase: 'global', range: everyone, bind: { swept: 'next' } });
  const sweepWith = (weight: number): Program => [
    ...sweep,
    call(accelerate, { phase: 'global', range: everyone, bind: { swept: 'next' }, scalars: { weight } }),
  ];
  const sweeps = (before: Program, count: number): Program => {
    const settled = repeat(Math.max(1, count - weights.length), ...before, ...sweepWith(weights.at(-1)!));
    const own = weights.flatMap((weight) => [...before, ...sweepWith(weight)]);
    return count > weights.length ? [...own, settled] : own;
  };
  const program =
    inner === 1 ? [begin, ...sweeps(local, outer)] : [repeat(outer, ...local, begin, ...sweeps([], inner))];
  return { program, correction: 'delta' };
}

type ChebyshevSetting = Setting<{ outer: number; inner: number; rho: number }>;

/** Number of sweeps of one semi-iteration. */
const sweepsOf = ({ outer, inner }: ChebyshevSetting['values']): number => (inner === 1 ? outer : inner);

/** The requested ρ, limited to what is stable with this number of sweeps; with half that number if the system changes with every sweep. */
export function rhoUsed(values: ChebyshevSetting['values']): number {
  const steady = sweepsOf(values) / (values.inner === 1 ? 2 : 1);
  return Math.min(values.rho, bearableRho(steady));
}

/** The warning for a ρ that was limited. */
export function adviceOnRho(values: ChebyshevSetting['values']): string | undefined {
  const used = rhoUsed(values);
  if (values.rho === 0 || used === values.rho) return undefined;
  const sweeps = sweepsOf(values);
  return `ρ = ${values.rho} would overshoot with ${sweeps} sweep${sweeps > 1 ? 's' : ''}: ${used.toPrecision(3)} is used; more sweeps allow a larger ρ`;
}
