import { defineKernel, read, write } from '../../kernel.ts';
import { binAt, cellAt } from '../grid/bin.ts';
import binOfWgsl from '../grid/bin-of.wgsl?raw';
import wgsl from './find-contacts.wgsl?raw';

/** Contacts a particle may have; more are counted, not answered. */
export const CONTACTS = 24;

/** Paths that come this near, in sums of radii, are kept in sight: answering one contact may bring on another. */
export const SIGHT = 1.2;

/** Particles of a body that are nearer than this at rest, in sums of radii, don't meet. */
const AT_REST = 2;

/**
 * The particles that each particle may meet in the step, by slot: those whose ways come near. From the 27 cells around where
 * it begins, and all balls. A row ends with the particle's own slot, where there is room; what there is no room for is
 * counted in `lost`. `delta.w` becomes how many it touches, at least.
 */
export const findContacts = defineKernel({
  name: 'findContacts',
  over: 'particles',
  buffers: {
    places: read('vec4', 'places'),
    starts: read('u32', 'binStarts'),
    cell: read('vec4', 'one'),
    rest: read('vec4', 'particles'),
    contacts: write('u32', 'contactEntries'),
    lost: write('u32', 'particles'),
    delta: write('vec4', 'particles'),
  },
  scalars: { bins: 'u32', count: 'u32', own: 'u32' },
  reference: ({ places, starts, cell, rest, contacts, lost, delta, bins, count, own }, first, end) => {
    const gridded = starts[bins];
    for (let item = first; item < end; item++) {
      const place = places.subarray(8 * item, 8 * item + 8);
      const slot = place[7];
      let [found, touching] = [0, 0];
      const consider = (other: number) => {
        const seen = places.subarray(8 * other, 8 * other + 8);
        const reach = place[3] + seen[3];
        if (other === item || mayNotMeet(rest, slot, seen[7], reach, own)) return;
        const nearest = nearestOf(place, seen);
        if (nearest >= SIGHT * reach) return;
        if (found < CONTACTS) contacts[slot * CONTACTS + found] = seen[7];
        found++;
        if (nearest < reach) touching++;
      };
      if (item < gridded) {
        const [cx, cy, cz] = [0, 1, 2].map((c) => cellAt(place[c], cell[c]));
        for (let dz = -1; dz <= 1; dz++)
          for (let dy = -1; dy <= 1; dy++)
            for (let dx = -1; dx <= 1; dx++) {
              const bin = binAt(cx + dx, cy + dy, cz + dz, bins);
              for (let other = starts[bin]; other < starts[bin + 1]; other++) consider(other);
            }
      }
      for (let ball = gridded; ball < count; ball++) consider(ball);
      if (found < CONTACTS) contacts[slot * CONTACTS + found] = slot;
      lost[slot] = Math.max(0, found - CONTACTS);
      delta[4 * slot + 3] = touching;
    }
  },
  wgsl: binOfWgsl + wgsl,
});

/** Of one body: neighbours at rest, or all where a body does not meet itself. */
function mayNotMeet(rest: ArrayLike<number>, i: number, j: number, reach: number, own: number): boolean {
  if (rest[4 * i + 3] !== rest[4 * j + 3]) return false;
  if (own === 0) return true;
  const apart = Math.hypot(
    rest[4 * i] - rest[4 * j],
    rest[4 * i + 1] - rest[4 * j + 1],
    rest[4 * i + 2] - rest[4 * j + 2],
  );
  return apart < AT_REST * reach;
}

/** How near two come on their ways, metres. */
function nearestOf(i: ArrayLike<number>, j: ArrayLike<number>): number {
  const [ax, ay, az] = [i[0] - j[0], i[1] - j[1], i[2] - j[2]];
  const [ex, ey, ez] = [i[4] - j[4], i[5] - j[5], i[6] - j[6]];
  const length2 = ex * ex + ey * ey + ez * ez;
  const t = length2 > 0 ? Math.max(0, Math.min(1, -(ax * ex + ay * ey + az * ez) / length2)) : 0;
  return Math.hypot(ax + t * ex, ay + t * ey, az + t * ez);
}
