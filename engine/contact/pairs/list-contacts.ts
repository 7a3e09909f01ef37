import type { Vec3 } from '../../body/body.ts';
import { defineKernel, type RealArray, read, write } from '../../kernel.ts';
import { dot, plus } from '../../vector.ts';
import binOfWgsl from '../grid/bin-of.wgsl?raw';
import { PLACE } from '../grid/scatter.ts';
import aroundWgsl from './around.wgsl?raw';
import wgsl from './list-contacts.wgsl?raw';
import { around, type Sighting, sightOf } from './near.ts';
import nearWgsl from './near.wgsl?raw';

/** Of what two particles overlap by from the beginning, this part is undone a step, at most `most` metres. */
const MENDED = 0.1;

/**
 * The contacts of each particle: row after row, in the order of slots, `rowStarts` telling where a row begins. An entry is the
 * other's slot and the pair of materials. With it go three vec4s: the normal n and s, then the impulse of the last round and of
 * the one before, which begin with 0. What two ways w_i, w_j must keep is n·(w_i − w_j) ≥ s: the side on which they first touch,
 * or come nearest, is the side on which they stay. Two that overlap from the beginning go a little apart.
 * With a restitution e, two that touch and approach each other by more than `slow` metres leave by e of that.
 * A row that ends after `capacity` found no room. A contact is answered if all rows that have it found room, so that momentum is kept: those of
 * both, or the particle's where it meets a ball. One that is not answered has the normal 0.
 */
export const listContacts = defineKernel({
  name: 'listContacts',
  over: 'particles',
  buffers: {
    places: read('vec4', 'places'),
    starts: read('u32', 'binStarts'),
    cell: read('vec4', 'one'),
    rowStarts: read('u32', 'binStarts'),
    entries: write('uvec2', 'contactEntries'),
    contacts: write('vec4', 'contacts'),
    noted: read('u32', 'notes'),
    pairs: read('vec4', 'pairs'),
  },
  scalars: {
    bins: 'u32',
    count: 'u32',
    own: 'u32',
    cells: 'u32',
    materials: 'u32',
    capacity: 'u32',
    most: 'real',
    slow: 'real',
  },
  reference: (args, first, end) => {
    const { places, rowStarts, entries, contacts, pairs, own, materials, capacity, most, slow } = args;
    for (let item = first; item < end; item++) {
      const [slot, material] = [7, 13].map((c) => places[4 * PLACE * item + c]);
      let entry = rowStarts[slot];
      for (const other of around(args, item)) {
        const sighting = sightOf(places, item, other, own);
        if (!sighting) continue;
        const [seen, otherMaterial] = [7, 13].map((c) => places[4 * PLACE * other + c]);
        const pair = material * materials + otherMaterial;
        const [n, least] = planeOf(sighting, slot < seen ? 1 : -1, most);
        const approach = -dot(n, sighting.way);
        const bounces = sighting.distance < sighting.reach && approach > slow && pairs[4 * pair + 2] > 0;
        const s = bounces ? Math.max(least, pairs[4 * pair + 2] * approach) : least;
        if (entry < capacity) {
          const rows = isBall(places, other) && !isBall(places, item) ? [slot] : [slot, seen];
          const isAnswered = rows.every((row) => rowStarts[row + 1] <= capacity);
          entries.set([seen, pair], 2 * entry);
          contacts.fill(0, 12 * entry, 12 * entry + 12);
          if (isAnswered) contacts.set([...n, s], 12 * entry);
        }
        entry++;
      }
    }
  },
  wgsl: binOfWgsl + nearWgsl + aroundWgsl + wgsl,
});

/** Whether a ball is at this place. */
const isBall = (places: RealArray, item: number): boolean => places[4 * PLACE * item + 11] < 0;

/** The normal of two that come near, and what their ways must keep along it, metres. */
function planeOf({ a, way, nearest, distance, reach }: Sighting, up: number, most: number): [Vec3, number] {
  const apart = Math.hypot(...a);
  if (apart < reach) {
    const n: Vec3 = apart > 0 ? [a[0] / apart, a[1] / apart, a[2] / apart] : [0, up, 0];
    return [n, Math.min(most, MENDED * (reach - apart))];
  }
  let [p, length] = [nearest, distance];
  if (distance < reach) {
    const [length2, towards] = [dot(way, way), dot(a, way)];
    const root = towards * towards - length2 * (apart * apart - reach * reach);
    p = plus(a, way, (-towards - Math.sqrt(Math.max(0, root))) / length2);
    length = Math.hypot(...p);
  }
  const n: Vec3 = [p[0] / length, p[1] / length, p[2] / length];
  return [n, reach - dot(n, a)];
}
