import type { Vec3 } from '../../body/body.ts';
import { defineKernel, type RealArray, read, write } from '../../kernel.ts';
import { dot, plus } from '../../vector.ts';
import { moveOf } from '../cells/foresee.ts';
import wgsl from './list-contacts.wgsl?raw';
import metWgsl from './met.wgsl?raw';
import { contactsOf, type Sighting } from './near.ts';
import nearWgsl from './near.wgsl?raw';

/** The share of an initial overlap that a step corrects, at most `most` metres. */
const MENDED = 0.1;

/**
 * The contacts of each particle: row after row, in the order of slots; `rowStarts` says where a row begins. An entry is the
 * other's slot and the pair of materials. Each has three vec4s: the normal n and s, then the impulses of the last round and of
 * the one before, initially 0. The displacements w_i, w_j must satisfy n·(w_i − w_j) ≥ s: particles stay on the side on which they first touch,
 * or come closest. Particles that overlap at the beginning separate a little.
 * With a restitution e, two that touch and approach by more than `slow` metres separate by e of that.
 * A row that ends after `capacity` has no room. A contact is resolved only if every row that lists it has room (both rows, or the particle's row
 * for a contact with a ball), so that momentum is conserved. A contact that is not resolved has the normal 0.
 * [NP17] 3.4: the narrow phase, here over the whole path of the step.
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

/** The normal of two particles that come close, and the bound s along it, metres. */
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
