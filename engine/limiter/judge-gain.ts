import { IS_OPEN, LAST } from '../balance/rows.ts';
import { defineKernel, write } from '../kernel.ts';
import wgsl from './judge-gain.wgsl?raw';

/**
 * Whether a world has gained energy that nothing put in, from the ledger of its balance. Lines of `sources` (a bit each) may give; what
 * all others gave in all, less the least that this ever was, is gained. There is what there was at that time, what has fallen since and what
 * the sources gave since. Where more is gained than half of that and `slack`, and more moves than all of that and `slack`, `rein` gets the share s of the velocity that is
 * left: √(1 − excess/K), or 0 where that does not suffice; and `reining` is set, so that the step slows down. No paper: README.md.
 * `rein` is [s, how often it acted, whether it began, 0] and, of the least: [gained, kinetic and elastic energy, potential, given].
 */
export const judgeGain = defineKernel({
  name: 'judgeGain',
  over: 'one',
  buffers: {
    ledger: write('vec4', 'ledger'),
    rein: write('vec4', 'rein'),
    reining: write('u32', 'one'),
  },
  scalars: { lines: 'u32', sources: 'u32', slack: 'real' },
  reference: ({ ledger, rein, reining, lines, sources, slack }) => {
    let [made, given] = [0, 0];
    for (let line = 0; line < lines; line++) {
      const joules = ledger[4 * (IS_OPEN + 1 + line)];
      if ((sources >>> line) & 1) given += Math.max(0, joules);
      else made += joules;
    }
    const last = (c: number) => ledger[4 * (LAST + c)];
    const [kinetic, potential] = [last(0), last(3)];
    if (rein[2] === 0 || made < rein[4]) {
      rein[2] = 1;
      rein.set([made, kinetic + last(1) + last(2), potential, given], 4);
    }
    const there = rein[5] + Math.abs(potential - rein[6]) + Math.max(0, given - rein[7]);
    const excess = Math.min(made - rein[4] - slack - 0.5 * there, kinetic - slack - there);
    rein[0] = 1;
    if (!(excess > 0)) return;
    rein[0] = excess < 0.5 * kinetic ? Math.sqrt(1 - excess / kinetic) : 0;
    rein[1] += 1;
    reining[0] = 1;
  },
  wgsl,
});
