/** What `selvedge bench peers` measures. */
import { ammo } from './ammo.ts';
import { cannon } from './cannon.ts';
import type { Sides } from './compare.ts';
import { jolt, joltThreads } from './jolt.ts';
import { mujoco } from './mujoco.ts';
import { ours, oursMultigrid, oursSelf, oursSelfUndivided, oursSor, oursThreads } from './ours.ts';
import type { Peer } from './peer.ts';
import { SCENES, type SceneId } from './scenes.ts';

export { type Compared, compare } from './compare.ts';
export { type Facts, factsOf } from './package.ts';
export type { Engine, Peer } from './peer.ts';
export { comparedLines, factLines, keptOfPeers, peersReport } from './report.ts';
export { sceneOf } from './scenes.ts';

/** The entrants; in a quick run each with its default and its highest count only. */
export function sidesOf(quick: boolean): Sides {
  const trimmed = (peer: Peer): Peer => (quick ? { ...peer, others: peer.others.slice(-1) } : peer);
  const [own, self, undivided, grids, sor, threads] = [
    ...[ours, oursSelf, oursSelfUndivided],
    ...[oursMultigrid, oursSor, oursThreads],
  ].map(trimmed);
  const [single, several, ...others] = [jolt, joltThreads, ammo, cannon, mujoco].map(trimmed);
  return {
    ours: [own, self, undivided, grids, sor, threads],
    theirs: [single, several, ...others],
    rivals: (one) => (one === own ? [single, ...others, sor] : one === threads ? [several] : [single]),
    wanted: (one, rival, particles) =>
      rival !== single
        ? undefined
        : one === own
          ? WANTED[particles]
          : one === self || one === undivided
            ? ahead(particles)
            : undefined,
  };
}

/** How many times as long jolt-physics should take for the strain of our default, by particles. */
const WANTED: Readonly<Record<number, number>> = { 2500: 8, 10000: 15 };
/** Where the cloth collides with itself, and theirs does not. */
const ahead = (particles: number) => (particles in WANTED ? 1 : undefined);

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
export const LENGTH = { full: { seconds: 5, timed: 60 }, quick: { seconds: 0.5, timed: 10 } };
