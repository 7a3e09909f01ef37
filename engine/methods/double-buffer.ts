import type { Program } from '../program.ts';
import { repeat } from '../program.ts';
import type { Recording } from './method.ts';

/**
 * Records `outer` × (before, `inner` sweeps) where a sweep reads one buffer and writes the other, without copies:
 * an odd number of sweeps leaves the buffers changed over, so outer iterations then go in pairs.
 */
export function doubleBuffered(
  outer: number,
  inner: number,
  before: (from: string) => Program,
  sweep: (from: string, to: string) => Program,
): Recording {
  const round = (from: string, to: string): Program => [
    ...before(from),
    ...loop(inner >> 1, ...sweep(from, to), ...sweep(to, from)),
    ...(inner % 2 === 1 ? sweep(from, to) : []),
  ];
  if (inner % 2 === 0) return { program: loop(outer, ...round('delta', 'next')), correction: 'delta' };
  const pairs = loop(outer >> 1, ...round('delta', 'next'), ...round('next', 'delta'));
  return outer % 2 === 0
    ? { program: pairs, correction: 'delta' }
    : { program: [...pairs, ...round('delta', 'next')], correction: 'next' };
}

const loop = (times: number, ...body: Program): Program => (times > 0 ? [repeat(times, ...body)] : []);
