import type { Vec3 } from '../../body/body.ts';
import { defineKernel, type RealArray, read, write } from '../../kernel.ts';
import { dot, plus } from '../../vector.ts';
import { moveOf } from '../cells/foresee.ts';
import wgsl from './list-contacts.wgsl?raw';
import metWgsl from './met.wgsl?raw';
import { contactsOf, type Sighting } from './near.ts';
import nearWgsl from './near.wgsl?raw';

/** Of what two particles overlap by from the beginning, this part is undone a step, at most `most` metres. */
const MENDED = 0.1;

/**
 * The contacts of each particle: row after row, in the order of slots, `rowStarts` telling where a row begins. An entry is the
 * other's slot and the pair of materials. With it go three vec4s: the normal n and s, then the impulse of the last round and of
 * the one before, which begin with 0. What two ways w_i, w_j must keep is n·(w_i − w_j) ≥ s: the side on which they first touch,
 * or come nearest, is the side on which they stay. Two that overlap from the beginning go a little apart.
 * With a restitution e, two that touch and approach each other by more than `slow` metres leave by e of that.
 * A row that ends after `capacity` found no room. A contact is answered if all rows that have it found room, so that momentum is kept:
 * those of both, or the particle's where it meets a ball. One that is not answered has the normal 0.
 */
export const listContacts = defineKernel({
  name: 'listContacts',
  over: 'particles',
  buffers: {
    moves: read('vec4', 'moves'),
    near: read('u32', 'neighbours'),
    nearStarts: read('u32', 'binStarts'),
    rowStarts: read('u32', 'binStarts'),
    entries: write('uvec2', 'contactEntries'),
    contacts: write('vec4', 'contacts'),
    pairs: read('vec4', 'pairs'),
    rest: read('vec4', 'particles'),
  },
  scalars: {
    room: 'u32',
    balls: 'u32',
    materials: 'u32',
    capacity: 'u32',
    most: 'real',
    slow: 'real',
  },
  reference: (args, first, end) => {
    const { moves, rowStarts, entries, contacts, pairs, rest, materials, capacity, most, slow } = args;
    for (let i = first; i < end; i++) {
      let entry = rowStarts[i];
      if (rowStarts[i + 1] === entry) continue;
      for (const [other, sighting] of contactsOf(args, i)) {
        const pair = moveOf(moves, i)[7] * materials + moveOf(moves, other)[7];
        const [n, least] = planeOf(sighting, i < other ? 1 : -1, most);
        const approach = -dot(n, sighting.way);
        const bounces = sighting.distance < sighting.reach && approach > slow && pairs[4 * pair + 2] > 0;
        const s = bounces ? Math.max(least, pairs[4 * pair + 2] * approach) : least;
        if (entry < capacity) {
          const rows = isBall(rest, other) && !isBall(rest, i) ? [i] : [i, other];
          const isAnswered = rows.every((row) => rowStarts[row + 1] <= capacity);
          entries.set([other, pair], 2 * entry);
          contacts.fill(0, 12 * entry, 12 * entry + 12);
          if (isAnswered) contacts.set([...n, s], 12 * entry);
        }
        entry++;
      }
    }
  },
  wgsl: nearWgsl + metWgsl + wgsl,
});

const isBall = (rest: RealArray, i: number): boolean => rest[4 * i + 3] < 0;

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
