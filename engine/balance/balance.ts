/**
 * The balance of energy: README.md. A step that keeps one looks at all energies wherever another kind of thing begins to act, and books
 * what they have changed by. It changes no bits of the simulation and reads nothing back.
 */

import { namesOf } from '../forces/force.ts';
import { projectionMemory, recordPulls } from '../forces/projection.ts';
import { recordSums } from '../forces/statistics.ts';
import { MOST_HELD } from '../interaction/holds.ts';
import { blocksIn } from '../kernel.ts';
import { limiterMemory, recordLimiter } from '../limiter/limiter.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import { isDamped } from '../settings.ts';
import type { Stage, StageContext, StepContext } from '../stage.ts';
import { particleSums } from '../statistics/particle-sums.ts';
import { springSums } from '../statistics/spring-sums.ts';
import { bookEnergy } from './book-energy.ts';
import { collectSums } from './collect-sums.ts';
import { dashpotSums } from './dashpot-sums.ts';
import { handSums } from './hand-sums.ts';
import { placeAhead } from './place-ahead.ts';
import { LEDGER, type Line, NOW, ROWS, rowOf } from './rows.ts';
import { springPulls } from './spring-pulls.ts';
import { workSums } from './work-sums.ts';

export const BALANCE_KERNELS = [
  ...[placeAhead, springPulls, workSums, dashpotSums, handSums, collectSums, bookEnergy],
];

export function balanceMemory({ model, told }: StageContext): MemoryPlan {
  const { particles, springs } = model;
  const places = { role: 'scratch', element: 'vec4', domain: 'particles', length: particles } as const;
  const totals = { role: 'scratch', element: 'vec4' } as const;
  return {
    ...{ placed: places, paced: places, fromX: places, fromV: places, pulls: places },
    workTotals: { ...totals, domain: 'particleBlocks', length: blocksIn(particles) },
    dashpotTotals: { ...totals, domain: 'springBlocks', length: blocksIn(springs) },
    handTotals: { ...totals, domain: 'one', length: 1 },
    [LEDGER]: { role: 'kept', element: 'vec4', domain: 'ledger', length: ROWS },
    ...projectionMemory(model),
    ...(told.limiter ? limiterMemory : {}),
  };
}

/** A step out of its stages, with looks in between. */
export function recordBalanced(stages: readonly Stage[], context: StepContext): Program {
  const program: Program[number][] = [];
  let line: Line | undefined = 'outside';
  let isFinished = false;
  const close = () => {
    if (line) program.push(...recordLook(context, line, isFinished));
    line = undefined;
  };
  for (const stage of stages) {
    const piece = stage.record(context);
    if (piece.length === 0) continue;
    if (stage.id === 'finish' || (stage.changes && stage.changes !== line)) close();
    if (stage.changes === 'integration' && line === undefined) program.push(recordStart(context));
    line = stage.changes ?? line;
    program.push(...piece);
    isFinished ||= stage.id === 'finish';
  }
  close();
  if (context.told.limiter) program.push(...recordLimiter(context, recordLook(context, 'limiter', true)));
  return program;
}

const scalarsOf = ({ told: { settings, gravity, damping }, h }: StageContext) => {
  const [gx, gy, gz] = settings.integrate ? gravity : [0, 0, 0];
  return { keep: settings.integrate ? 1 - Math.min(1, h * damping) : 1, gx, gy, gz };
};

/** Where particles are, and how fast, when the step begins to move them. */
const recordStart = ({ model }: StageContext) =>
  call(placeAhead, {
    phase: 'statistics',
    range: [0, model.particles],
    bind: { placed: 'fromX', paced: 'fromV' },
    scalars: { rate: 0, ahead: 0 },
  });

function recordLook(context: StepContext, line: Line, isFinished: boolean): Program {
  const { model, h, solve, partakers } = context;
  const { springs, particles } = model;
  const [springBlocks, particleBlocks] = [blocksIn(springs), blocksIn(particles)];
  const gravity = context.told.gravity;
  const phase = 'statistics';
  return [
    call(placeAhead, {
      phase,
      range: [0, particles],
      bind: { delta: solve.correction },
      scalars: {
        rate: h > 0 ? 1 / h : 0,
        ahead: isFinished || line === 'outside' || line === 'wind' ? 0 : 1,
      },
    }),
    call(springSums, { phase, range: [0, springBlocks], bind: { x: 'placed' }, scalars: { count: springs } }),
    call(particleSums, {
      phase,
      range: [0, particleBlocks],
      bind: { x: 'placed', v: 'paced' },
      scalars: { count: particles, gx: gravity[0], gy: gravity[1], gz: gravity[2] },
    }),
    ...recordSums(model, 'placed'),
    collected('particleTotals', particleBlocks, 0, NOW),
    collected('springTotals', springBlocks, 3, NOW + 1),
    ...Object.entries(model.forces).map(([id, { count }]) =>
      collected(namesOf(id).totals, blocksIn(count), 0, NOW + 2),
    ),
    collected('particleTotals', particleBlocks, 1, NOW + 3),
    ...(partakers.holds ? recordHands(context) : []),
    call(bookEnergy, { phase, range: [0, 1], scalars: { row: rowOf(line) } }),
    ...(line === 'integration' ? recordWork(context) : []),
  ];
}

const collected = (totals: string, blocks: number, column: number, row: number, against = row) =>
  call(collectSums, {
    phase: 'statistics',
    range: [0, 1],
    bind: { totals },
    scalars: { blocks, column, row, against },
  });

/** A sum of work, which is its own line and no longer that of the integration. */
const worked = (totals: string, blocks: number, column: number, line: Line) =>
  collected(totals, blocks, column, rowOf(line), rowOf('integration'));

const recordHands = (context: StepContext): Program => {
  const [gx, gy, gz] = context.told.gravity;
  return [
    call(handSums, {
      phase: 'statistics',
      range: [0, 1],
      bind: { x: 'placed', v: 'paced' },
      scalars: { count: MOST_HELD, h: context.h, keep: scalarsOf(context).keep, gx, gy, gz },
    }),
    collected('handTotals', 1, 0, NOW),
    collected('handTotals', 1, 1, NOW + 3),
  ];
};

/** What of the integration is work of something that has a line of its own. */
function recordWork(context: StepContext): Program {
  const { model, h, told, solve, setting, partakers } = context;
  const { particles, springs } = model;
  const [springBlocks, particleBlocks] = [blocksIn(springs), blocksIn(particles)];
  const phase = 'statistics';
  return [
    call(springPulls, {
      phase,
      range: [0, particles],
      bind: { x: 'placed', springs: setting.springs },
      scalars: { entries: model.neighbours.length },
    }),
    ...recordPulls(model, solve.correction, 'pulls'),
    call(workSums, {
      phase,
      range: [0, particleBlocks],
      bind: { x: 'placed', v: 'paced' },
      scalars: { count: particles, ...scalarsOf(context) },
    }),
    worked('workTotals', particleBlocks, 0, 'drag'),
    worked('workTotals', particleBlocks, 1, 'forces'),
    worked('workTotals', particleBlocks, 2, 'attachments'),
    ...(isDamped(told)
      ? [
          call(dashpotSums, {
            phase,
            range: [0, springBlocks],
            bind: { x: 'placed' },
            scalars: { count: springs, ratio: told.stiffnessDamping / h },
          }),
          worked('dashpotTotals', springBlocks, 0, 'damping'),
        ]
      : []),
    ...(partakers.holds ? [worked('handTotals', 1, 2, 'hands'), worked('handTotals', 1, 3, 'drag')] : []),
  ];
}
