/** Angular velocities of colliders, which the number of parts of a step depends on. */
import type { Collider } from './collider.ts';
import { wayOf } from './path.ts';
import { angleBetween, fromDegrees } from './pose.ts';

/** The greatest angular velocity of a collider with a motion, radians per second. A function of time is not examined. */
export function turningOf({ motion }: Collider): number {
  if (motion === undefined || typeof motion === 'function') return 0;
  const { spin = [0, 0, 0], keyframes = [], path } = motion;
  const turns = keyframes.flatMap(({ time, rotation }) =>
    rotation ? [{ time, turn: fromDegrees(rotation) }] : [],
  );
  const keyed = turns
    .slice(1)
    .map(({ time, turn }, k) => angleBetween(turns[k].turn, turn) / (time - turns[k].time));
  const spun = (Math.hypot(...spin) * Math.PI) / 180;
  return spun + Math.max(0, ...keyed) + (path ? wayOf('path', path).turning : 0);
}
