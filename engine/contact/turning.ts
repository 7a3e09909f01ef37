/** How fast colliders turn, which steps are divided by. */
import type { Collider } from './collider.ts';
import { wayOf } from './path.ts';
import { angleBetween, fromDegrees } from './pose.ts';

/** The fastest that a collider turns by its motion, radians per second; what a function does is not known. */
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
