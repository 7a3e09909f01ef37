/** Nonlinear conjugate gradients on g, preconditioned by the V-cycle: ../README.md. */

import type { Kernel } from '../../../kernel.ts';
import { blocksIn } from '../../../kernel.ts';
import { call, type Program, repeatUntil } from '../../../program.ts';
import type { Recording, Setting } from '../../method.ts';
import { restart } from '../../projective/restart.ts';
import { levelBuffers } from '../memory.ts';
import { advance } from './advance.ts';
import { choose } from './choose.ts';
import { conjugacySums } from './conjugacy-sums.ts';
import { conjugate } from './conjugate.ts';
import { curvatureSums } from './curvature-sums.ts';
import { imbalance } from './imbalance.ts';
import { imbalanceSums } from './imbalance-sums.ts';
import { judge } from './judge.ts';
import { ACCURATE } from './memory.ts';
import { precondition } from './precondition.ts';
import { reach } from './reach.ts';
import { remainderSums } from './remainder-sums.ts';
import { turn } from './turn.ts';

export const ACCURATE_KERNELS: readonly Kernel[] = [
  restart,
  imbalance,
  imbalanceSums,
  judge,
  precondition,
  conjugacySums,
  conjugate,
  turn,
  curvatureSums,
  reach,
  remainderSums,
  choose,
  advance,
];

/** The calls that turn r (residual and right-hand sides on the finest level, δ = 0) into s = B r, in the first iteration and in the others. */
export interface Preconditioners {
  readonly first: Program;
  readonly others: Program;
}

/** Iterates from δ = 0 until |∇g| ≤ accuracy |∇g at y|, at most `outer` times. */
export function accurately(
  setting: Setting<{ outer: number; accuracy: number }>,
  { first, others }: Preconditioners,
): Recording {
  const { model, inertia, springs, masses } = setting;
  const { outer, accuracy } = setting.values;
  const { particles, springs: count, neighbours } = model;
  const { diagonal, residual } = levelBuffers(0);
  const phase = 'global';
  const everyone = { phase, range: [0, particles], bind: ACCURATE } as const;
  const one = { phase, range: [0, 1], bind: ACCURATE } as const;
  const [particleBlocks, springBlocks] = [blocksIn(particles), blocksIn(count)];
  const blocks = Math.max(particleBlocks, springBlocks);

  const gradient = (begins: 0 | 1): Program => [
    call(imbalance, {
      ...everyone,
      bind: { ...ACCURATE, springs, masses },
      scalars: { entries: neighbours.length, inertia },
    }),
    call(imbalanceSums, { ...one, range: [0, particleBlocks], scalars: { count: particles } }),
    call(judge, { ...one, scalars: { blocks: particleBlocks, begins, accuracy } }),
  ];
  const direction = (preconditioner: Program): Program => [
    call(precondition, { ...everyone, bind: { ...ACCURATE, diagonal, residual }, scalars: {} }),
    ...preconditioner,
    call(conjugacySums, { ...one, range: [0, particleBlocks], scalars: { count: particles } }),
    call(conjugate, { ...one, scalars: { blocks: particleBlocks } }),
    call(turn, { ...everyone, scalars: {} }),
  ];
  const along: Program = [
    call(curvatureSums, {
      ...one,
      range: [0, blocks],
      bind: { ...ACCURATE, springs, masses },
      scalars: { particles, count, inertia },
    }),
    call(reach, { ...one, scalars: { blocks } }),
    call(remainderSums, {
      ...one,
      range: [0, springBlocks],
      bind: { ...ACCURATE, springs },
      scalars: { count },
    }),
    call(choose, { ...one, scalars: { blocks: springBlocks } }),
    call(advance, { ...everyone, scalars: {} }),
  ];
  const iterations = (times: number, preconditioner: Program): Program =>
    times > 0
      ? [repeatUntil(ACCURATE.status, times, ...direction(preconditioner), ...along, ...gradient(0))]
      : [];
  return {
    program: [
      // δ is 0 here, and so are the iterate and the previous direction.
      call(restart, {
        phase,
        range: [0, particles],
        bind: { swept: ACCURATE.iterate, previous: ACCURATE.direction },
        scalars: {},
      }),
      ...gradient(1),
      ...iterations(1, first),
      ...iterations(outer - 1, others),
    ],
    correction: ACCURATE.iterate,
  };
}
