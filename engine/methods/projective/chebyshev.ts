/** Sweeps accelerated by Chebyshev's semi-iteration, [Wang15]: see README.md for what differs. */
import { type Call, call, type Program, repeat } from '../../program.ts';
import type { Recording, Setting } from '../method.ts';
import { accelerate, chebyshevWeights } from './accelerate.ts';
import { restart } from './restart.ts';

/** The weights have settled long before; the sweeps from here on are recorded as a loop. */
const UNROLLED = 256;

/**
 * Outer × (local step, inner × sweep), the sweep being calls that make `next` out of `delta`, which is in `next` too when
 * they begin. The weights go on over local steps, as in [Wang15], where every sweep has one.
 */
export function accelerated(
  { model, values }: Setting<{ outer: number; inner: number; rho: number }>,
  local: Call,
  sweep: Program,
): Recording {
  const { outer, inner, rho } = values;
  const everyone = [0, model.particles] as const;
  const weights = chebyshevWeights(rho, Math.min(outer * inner, UNROLLED));
  const sweepWith = (weight: number): Program => [
    ...sweep,
    call(accelerate, { phase: 'global', range: everyone, bind: { swept: 'next' }, scalars: { weight } }),
  ];
  const settled = sweepWith(weights.at(-1)!);
  const program: Program[number][] = [
    call(restart, { phase: 'global', range: everyone, bind: { swept: 'next' } }),
  ];
  let recorded = 0;
  for (; recorded < outer && recorded * inner < weights.length; recorded++) {
    const own = weights.slice(recorded * inner, (recorded + 1) * inner);
    program.push(local, ...own.flatMap(sweepWith));
    if (own.length < inner) program.push(repeat(inner - own.length, ...settled));
  }
  if (recorded < outer) program.push(repeat(outer - recorded, local, repeat(inner, ...settled)));
  return { program, correction: 'delta' };
}
