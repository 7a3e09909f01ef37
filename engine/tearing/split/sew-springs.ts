import { defineKernel, read, tally, write } from '../../kernel.ts';
import { NO_SPRING } from '../../surface/edges.ts';
import wgsl from './sew-springs.wgsl?raw';

/** Words of `seams` per spring: two parts of two words each. */
export const SEAM = 4;

/**
 * The springs of a cloth after its particles have split. A spring has four versions, `count` numbers apart: between the
 * particles, from the first one's spare, to the second one's spare, between the spares. It consists of parts, one for each quad at its
 * side (for a bend spring: for each row of two), which share its stiffness; each part follows the corners of its quad. A part of a
 * bend spring whose middle particle split between its two quads is gone, and so is a part whose quad is detached from an end or from the
 * middle particle.
 * `seams` holds for each part, in a byte each, which corner of the quad the first and the second end are, and which corner the middle
 * particle is in both quads; then the slot of the middle particle. `sectors` holds which of a particle's quads are attached to its spare and,
 * four bits higher, which are detached. `opened` holds which go to the spare in this step.
 * No paper: README.md says why.
 */
export const sewSprings = defineKernel({
  name: 'sewSprings',
  over: 'springs',
  buffers: {
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    seams: read('u32', 'seams'),
    sectors: read('u32', 'particles'),
    opened: read('u32', 'particles'),
    springs: write('vec2', 'springs'),
    torn: tally('one'),
  },
  scalars: { count: 'u32' },
  reference: ({ ends, seams, sectors, opened, springs, torn, count }, first, end) => {
    for (let s = first; s < end; s++) {
      const [i, j] = [ends[2 * s], ends[2 * s + 1]];
      const k = [0, 1, 2, 3].map((version) => springs[2 * (s + version * count) + 1]);
      /** The version that a part belongs to; -1 if the part is gone. */
      const versionOf = (part: number, now: (slot: number) => number): number => {
        const [corners, middle] = seams.subarray(part, part + 2);
        if (corners === NO_SPRING) return -1;
        const bit = (slot: number, shift: number) => (now(slot) >> ((corners >> shift) & 255)) & 1;
        const isOff = (slot: number, shift: number) =>
          (((now(slot) >> 4) >> ((corners >> shift) & 255)) & 1) === 1;
        if (isOff(i, 0) || isOff(j, 8)) return -1;
        if (middle !== NO_SPRING) {
          if (bit(middle, 16) !== bit(middle, 24) || isOff(middle, 16) || isOff(middle, 24)) return -1;
        }
        return bit(i, 0) + 2 * bit(j, 8);
      };
      const parts = [SEAM * s, SEAM * s + 2];
      const before = parts.map((part) => versionOf(part, (slot) => sectors[slot]));
      const after = parts.map((part) => versionOf(part, (slot) => sectors[slot] | opened[slot]));
      if (before[0] === after[0] && before[1] === after[1]) continue;
      const next = [0, 0, 0, 0];
      before.forEach((version, part) => {
        const sharers = before.filter((other) => other === version).length;
        if (version >= 0 && after[part] >= 0) next[after[part]] += k[version] / sharers;
      });
      for (let version = 0; version < 4; version++) springs[2 * (s + version * count) + 1] = next[version];
      torn[0]++;
    }
  },
  wgsl,
});
