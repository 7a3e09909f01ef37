/** Contact with colliders as a program. */
import { call, type Program } from '../program.ts';
import type { StepContext } from '../stage.ts';
import { collide } from './collide.ts';

/** Approach speed below which restitution does not apply, m/s: above what gravity adds to a resting particle in a step. */
export const slowestBounce = ({ h, told: { gravity } }: Pick<StepContext, 'h' | 'told'>): number =>
  3 * h * Math.hypot(...gravity);

/** Moves particles out of colliders; as a probe, only detects the collisions. */
export function recordCollisions(context: StepContext, isProbe = false): Program {
  const { model, h, contact, solve } = context;
  const { colliders, materials, meetings } = contact;
  if (colliders.count === 0) return [];
  const { particles } = model;
  const scalars = {
    ...{
      h,
      rate: h > 0 ? 1 / h : 0,
      slow: slowestBounce(context),
      count: colliders.count,
      materials: materials.count,
    },
    ...{ probe: isProbe ? particles : 0, keep: Number(meetings.now !== 'none') },
  };
  return [
    call(collide, { phase: 'contact', range: [0, particles], bind: { delta: solve.correction }, scalars }),
  ];
}
