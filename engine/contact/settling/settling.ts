/**
 * After contact, the particles it moved and the cloth around them relax between the planes of the contacts. README.md says why.
 */
import { recordProjection } from '../../forces/projection.ts';
import type { Model } from '../../model.ts';
import { call, type MemoryPlan, type Program, repeat } from '../../program.ts';
import { limit } from './limit.ts';
import { localReached } from './local-reached.ts';
import { settle } from './settle.ts';
import { spread } from './spread.ts';

export const SETTLING_KERNELS = [limit, spread, localReached, settle] as const;

/** Springs from a contact within which particles settle; even. */
const REACH = 4;

/** Local steps, and sweeps after each of them. */
const TURNS = 4;
const SWEEPS = 4;

export function settlingMemory({ particles }: Model): MemoryPlan {
  const flags = { role: 'scratch', element: 'u32', domain: 'particles', length: particles } as const;
  return { reached: flags, nextReached: flags };
}

/** `delta` and `springs` name buffers; `capacity` is how many contacts have room. */
export function recordSettling(model: Model, springs: string, delta: string, capacity: number): Program {
  const { particles, neighbours, colours } = model;
  const entries = neighbours.length;
  const everyone = { phase: 'contact', range: [0, particles] } as const;
  const sweep = colours.map((range) =>
    call(settle, {
      phase: 'contact',
      range,
      bind: { delta },
      scalars: { entries, particles, capacity },
    }),
  );
  return [
    call(limit, { ...everyone, bind: { delta }, scalars: { particles, capacity } }),
    repeat(
      REACH / 2,
      call(spread, { ...everyone, bind: { next: 'nextReached' }, scalars: { entries } }),
      call(spread, {
        ...everyone,
        bind: { reached: 'nextReached', next: 'reached' },
        scalars: { entries },
      }),
    ),
    repeat(
      TURNS,
      call(localReached, { ...everyone, bind: { delta, springs }, scalars: { entries } }),
      ...recordProjection(model, delta, 'contact'),
      repeat(SWEEPS, ...sweep),
    ),
  ];
}
