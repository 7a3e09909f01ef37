/** The limiter: a world that gains energy which nothing put in is slowed down in that very step. README.md says by what rule. */
import { LINES, type Line } from '../balance/rows.ts';
import { call, type MemoryPlan, type Program, when } from '../program.ts';
import type { StageContext } from '../stage.ts';
import { judgeGain } from './judge-gain.ts';
import { slowDown } from './slow-down.ts';

export const LIMITER_KERNELS = [judgeGain, slowDown];

/** What the limiter last did, and how often: see judge-gain.ts. */
export const REIN = 'rein';

/** Raised where a step must be slowed down. */
const REINING = 'reining';

/** m/s: at this speed all bodies together have the energy that may always be gained. */
const SLACK_SPEED = 5;

/** Lines that may give energy; colliders may be moved at any time. */
const SOURCES: readonly Line[] = ['outside', 'wind', 'forces', 'hands', 'attachments', 'colliders'];

export const limiterMemory: MemoryPlan = {
  [REIN]: { role: 'kept', element: 'vec4', domain: 'rein', length: 2 },
  [REINING]: { role: 'kept', element: 'u32', domain: 'one', length: 1 },
};

/** At the end of a step, after its last look; `look` is another one, for what the limiter itself took. */
export function recordLimiter({ model, h }: StageContext, look: Program): Program {
  const mass = model.masses.reduce((sum, each) => sum + each, 0);
  const bits = SOURCES.map((line) => 1 << LINES.indexOf(line));
  const scalars = {
    lines: LINES.length,
    sources: bits.reduce((all, bit) => all | bit, 0),
    slack: 0.5 * mass * SLACK_SPEED ** 2,
  };
  return [
    call(judgeGain, { phase: 'finish', range: [0, 1], scalars }),
    when(REINING, call(slowDown, { phase: 'finish', range: [0, model.particles], scalars: { h } }), ...look),
  ];
}
