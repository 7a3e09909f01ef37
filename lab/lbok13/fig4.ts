/**
 * [LBOK13] Fig. 4: an impact. The paper's picture shows a collision, without numbers. What a collision does is
 * done by hand: a horizontal cloth falls at some speed, and at the first frame a disc in its middle is stopped dead, as
 * by a post. What is compared is the detail: how much the cloth bends from particle to particle.
 */
import type { Body } from '../../engine/index.ts';
import { type Check, curveOf, type Outcome, type Still } from '../experiment.ts';
import { figureOf, type Part } from '../figure.ts';
import { tailOf } from '../measure.ts';
import { ACTORS, type ActorName, animate, overTime } from './animation.ts';
import { lbokCloth } from './setup.ts';

const NAMES: readonly ActorName[] = ['one', 'ten', 'hundred', 'exact'];
const SIZES = { full: { side: 41, frames: 8 }, quick: { side: 21, frames: 8 } };
const PANEL = 'detail';
/** Radius of the post, metres, and the speed of the fall, m/s. */
const IMPACT = { radius: 0.15, speed: 4 };

/** A falling cloth whose middle has just been stopped. */
function struck(side: number): Body {
  const body = lbokCloth(side, { pins: [] });
  const velocities = new Float64Array(body.positions.length);
  const pins: number[] = [];
  for (let i = 0; i < velocities.length; i += 3) {
    if (Math.hypot(body.positions[i], body.positions[i + 2]) < IMPACT.radius) pins.push(i / 3);
    else velocities[i + 1] = -IMPACT.speed;
  }
  return { ...body, velocities, pins };
}

/** Root of the mean squared second difference along rows and columns, over the distance of the particles. */
function detail(positions: ArrayLike<number>, side: number): number {
  let [sum, count] = [0, 0];
  const bend = (i: number, stride: number) => {
    for (let c = 0; c < 3; c++)
      sum += (positions[i + c - stride] - 2 * positions[i + c] + positions[i + c + stride]) ** 2;
    count++;
  };
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const i = 3 * (row * side + column);
      if (column > 0 && column < side - 1) bend(i, 3);
      if (row > 0 && row < side - 1) bend(i, 3 * side);
    }
  return Math.sqrt(sum / count) * (side - 1);
}

const part: Part = (quick) => {
  const { side, frames } = SIZES[quick ? 'quick' : 'full'];
  const course = { key: `struck ${side}`, body: () => struck(side), frames };
  return {
    parameters: { particles: side * side, frames, ...IMPACT },
    runs: NAMES.length,
    checks,
    run: async (context) => {
      const runs = new Map<ActorName, Float32Array[]>();
      for (const name of NAMES) runs.set(name, await animate(context, name, course));
      const stills = [3, frames].flatMap((frame) =>
        NAMES.map(
          (name): Still => ({
            row: `frame ${frame} after the impact`,
            caption: ACTORS[name].label,
            colour: ACTORS[name].style.colour,
            side,
            positions: runs.get(name)![frame],
          }),
        ),
      );
      return {
        panels: [
          {
            id: PANEL,
            title: `Stopped cloth, ${side}×${side}: bending from particle to particle`,
            x: { label: 'simulated time, s' },
            y: { label: 'second difference / distance' },
            curves: NAMES.map((name) =>
              overTime(
                name,
                runs.get(name)!.map((positions) => detail(positions, side)),
              ),
            ),
          },
        ],
        stills,
        numbers: [],
        notes: [
          'The paper’s figure is a picture of a collision without numbers. A falling cloth whose middle is stopped stands in for it, and the loss of detail is measured.',
        ],
      };
    },
  };
};

const left = (outcome: Outcome, name: ActorName) => tailOf(curveOf(outcome, PANEL, name), 0.5);
const loses = (less: ActorName, more: ActorName): Check => ({
  name: `over the last half ${ACTORS[less].label} have at most 0.9 of the detail of ${ACTORS[more].label}`,
  high: 0.9,
  swaps: [[less, more]],
  measure: (outcome) => left(outcome, less) / left(outcome, more),
});
const checks = [loses('ten', 'hundred'), loses('ten', 'exact')];

export const fig4 = figureOf({
  id: 'lbok13-fig4',
  figure: 'Figure 4',
  title: 'An impact: detail lost by truncation',
  claims: ['With strong external forces, as in an impact, truncated local/global loses detailed wrinkles.'],
  parts: [part],
});
