/** What `selvedge bench peers` measures. */
import { ammo } from './ammo.ts';
import { cannon } from './cannon.ts';
import type { Sides } from './compare.ts';
import { jolt } from './jolt.ts';
import { ours, oursMultigrid, oursSor } from './ours.ts';
import type { Peer } from './peer.ts';
import { SCENES, type SceneId } from './scenes.ts';

export { type Compared, compare } from './compare.ts';
export { type Facts, factsOf } from './package.ts';
export { ABSENT, type Engine, type Peer } from './peer.ts';
export { comparedLines, factLines, peersReport } from './report.ts';
export { sceneOf } from './scenes.ts';

/** The entrants; in a quick run each with its default and its highest count only. */
export function sidesOf(quick: boolean): Sides {
  const trimmed = (peer: Peer): Peer => (quick ? { ...peer, others: peer.others.slice(-1) } : peer);
  const sor = trimmed(oursSor);
  const theirs = [jolt, ammo, cannon].map(trimmed);
  return { ours: [trimmed(ours), trimmed(oursMultigrid), sor], theirs, rivals: [...theirs, sor] };
}

/** Particles along a side; those beyond the first are too large for `--quick`. */
const SIDES = [20, 50, 100];

export const ROWS = SIDES.flatMap((side) =>
  (Object.keys(SCENES) as SceneId[]).map((scene) => ({
    id: `${scene}-${side * side}`,
    title: `${SCENES[scene]}, ${side} × ${side}`,
    scene,
    side,
    large: side > SIDES[0],
  })),
);

/** Five seconds, the last of them timed. */
export const LENGTH = { full: { seconds: 5, timed: 60 }, quick: { seconds: 1, timed: 20 } };
