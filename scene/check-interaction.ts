/** Checks of wind and drags that involve two or more fields; see check.ts. */
import { particleCount } from './bodies/index.ts';
import { type Problem, refused } from './errors.ts';
import { quoted } from './fields.ts';
import type { Scene, SceneBody } from './types.ts';

export interface InteractionParts {
  readonly wind?: Scene['wind'];
  readonly drags?: readonly (Scene['drags'][number] | undefined)[];
  /** Undefined for an invalid body. */
  readonly bodies: readonly (SceneBody | undefined)[];
}

export function checkInteraction({ wind, drags = [], bodies }: InteractionParts): Problem[] {
  const problems: Problem[] = [];
  for (const [k, { direction }] of (wind?.gusts ?? []).entries()) {
    if (direction.every((part) => part === 0))
      problems.push(
        refused(['wind', 'gusts', k, 'direction'], direction, 'a direction other than [0, 0, 0]'),
      );
  }
  const isSound = bodies.every((body) => body !== undefined);
  for (const [k, drag] of drags.entries()) {
    if (!drag) continue;
    const body = bodies.find((each) => each?.name === drag.body);
    const names = quoted(bodies.flatMap((each) => (each ? [each.name] : [])));
    if (!body && isSound) problems.push(refused(['drags', k, 'body'], drag.body, `one of ${names}`));
    if (body && drag.particle >= particleCount(body))
      problems.push(
        refused(
          ['drags', k, 'particle'],
          drag.particle,
          `a particle id from 0 to ${particleCount(body) - 1}`,
        ),
      );
    for (const [at, { time }] of drag.path.entries()) {
      const before = at > 0 ? drag.path[at - 1].time : Number.NEGATIVE_INFINITY;
      if (time <= before)
        problems.push(refused(['drags', k, 'path', at, 'time'], time, `more than ${before}, the one before`));
    }
  }
  return problems;
}
