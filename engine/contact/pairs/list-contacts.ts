import type { Vec3 } from '../../body/body.ts';
import { defineKernel, read, write } from '../../kernel.ts';
import { dot, plus } from '../../vector.ts';
import binOfWgsl from '../grid/bin-of.wgsl?raw';
import { PLACE } from '../grid/scatter.ts';
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
 * `delta.w` becomes the length of the row. What comes after `capacity` is left out.
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
    delta: write('vec4', 'particles'),
  },
  scalars: { bins: 'u32', count: 'u32', own: 'u32', materials: 'u32', capacity: 'u32', most: 'real' },
  reference: (args, first, end) => {
    const { places, rowStarts, entries, contacts, delta, own, materials, capacity, most } = args;
    for (let item = first; item < end; item++) {
      const [slot, material] = [7, 13].map((c) => places[4 * PLACE * item + c]);
      let entry = rowStarts[slot];
      for (const other of around(args, item)) {
        const sighting = sightOf(places, item, other, own);
        if (!sighting) continue;
        const [seen, otherMaterial] = [7, 13].map((c) => places[4 * PLACE * other + c]);
        const [n, s] = planeOf(sighting, slot < seen ? 1 : -1, most);
        if (entry < capacity) {
          entries.set([seen, material * materials + otherMaterial], 2 * entry);
          contacts.set([...n, s, 0, 0, 0, 0, 0, 0, 0, 0], 12 * entry);
        }
        entry++;
      }
      delta[4 * slot + 3] = entry - rowStarts[slot];
    }
  },
  wgsl: binOfWgsl + nearWgsl + wgsl,
});

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
