/** [LBOK13] Fig. 3: an animation with 1, 10, 100 and 1000 iterations of local/global a step, and the exact one. */
import { type Check, curveOf, type Outcome, type Still } from '../experiment.ts';
import { figureOf, type Part } from '../figure.ts';
import { tailOf } from '../measure.ts';
import { ACTORS, type ActorName, animate, overTime } from './animation.ts';
import { distance, lbokCloth } from './setup.ts';

const NAMES = Object.keys(ACTORS) as ActorName[];
const TRUNCATED = NAMES.filter((name) => name !== 'exact');
const SIZES = { full: { side: 81, frames: 16 }, quick: { side: 21, frames: 16 } };
const PANEL = 'distance';

const part: Part = (quick) => {
  const { side, frames } = SIZES[quick ? 'quick' : 'full'];
  const course = { key: `fall ${side}`, body: () => lbokCloth(side), frames };
  return {
    parameters: { particles: side * side, frames, counts: TRUNCATED.map((name) => ACTORS[name].iterations) },
    runs: NAMES.length,
    checks,
    run: async (context) => {
      const runs = new Map<ActorName, Float32Array[]>();
      for (const name of NAMES) runs.set(name, await animate(context, name, course));
      const exact = runs.get('exact')!;
      const curves = TRUNCATED.map((name) =>
        overTime(
          name,
          runs.get(name)!.map((positions, frame) => distance(positions, exact[frame])),
        ),
      );
      const stills = [Math.round(frames / 2), frames].flatMap((frame) =>
        NAMES.map(
          (name): Still => ({
            row: `frame ${frame}`,
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
            title: `Falling cloth, ${side}×${side}: distance to the exact animation`,
            x: { label: 'simulated time, s' },
            y: { label: 'root mean squared distance, m', log: true },
            curves,
          },
        ],
        stills,
        numbers: [],
        notes: [
          'The paper shows pictures and gives no numbers for this figure; the distance to the exact animation is ours.',
        ],
      };
    },
  };
};

const last = (outcome: Outcome, name: ActorName) => tailOf(curveOf(outcome, PANEL, name), 0.5);
const closer = (more: ActorName, less: ActorName): Check => ({
  name: `over the last half ${ACTORS[more].label} a step are nearer to the exact animation than ${ACTORS[less].label}`,
  high: 0.8,
  swaps: [[more, less]],
  measure: (outcome) => last(outcome, more) / last(outcome, less),
});

const checks = [closer('ten', 'one'), closer('hundred', 'ten'), closer('thousand', 'hundred')];

export const fig3 = figureOf({
  id: 'lbok13-fig3',
  figure: 'Figure 3',
  title: 'An animation with 1, 10, 100 and 1000 iterations, and exactly',
  claims: [
    'One iteration is stable and plausible, with wrinkles a bit inflexible; ten are the best trade-off.',
    'With many iterations it is hard or impossible to tell the difference from an exact solution.',
  ],
  parts: [part],
});
