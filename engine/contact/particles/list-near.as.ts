import { xyz } from '../../vector.as';
import { binAt, cellAt } from '../cells/bin-of.as';
import { areNear, NOTED, PLACE } from './near.as';

@unmanaged
export class ListNear {
  places: usize;
  starts: usize;
  cell: usize;
  noted: usize;
  nearStarts: usize;
  near: usize;
  bins: u32;
  own: u32;
  room: u32;
}

// [NP17] 3.4: candidates in the cells around a particle
export function listNear(a: ListNear, first: u32, end: u32): void {
  const size = v128.load(a.cell);
  for (let item = first; item < end; item++) {
    const place = a.places + <usize>item * PLACE;
    const row = a.nearStarts + ((<usize>(<u32>load<f32>(place, 28))) << 2);
    const start = load<u32>(row);
    const stop = load<u32>(row, 4);
    if (start == stop || stop > a.room) continue;
    const begin = a.near + ((<usize>start) << 2);
    let next = begin;
    if (stop - start <= NOTED) {
      const notes = a.noted + ((<usize>(item * NOTED)) << 2);
      for (let k: u32 = 0; k < stop - start; k++)
        next = insert(begin, next, a.places + <usize>load<u32>(notes + ((<usize>k) << 2)) * PLACE);
      continue;
    }
    const c = cellAt(v128.load(place), size);
    const cx = i32x4.extract_lane(c, 0);
    const cy = i32x4.extract_lane(c, 1);
    const cz = i32x4.extract_lane(c, 2);
    for (let z = cz - 1; z <= cz + 1; z++)
      for (let y = cy - 1; y <= cy + 1; y++) {
        const row = i32x4.replace_lane(i32x4.replace_lane(c, 1, y), 2, z);
        for (let x = cx - 1, last = x; x <= cx + 1; x = last + 1) {
          last = min<i32>(cx + 1, x | 3);
          const range = a.starts + ((<usize>binAt(i32x4.replace_lane(row, 0, x), a.bins)) << 2);
          const from = a.places + <usize>load<u32>(range) * PLACE;
          const to = a.places + <usize>load<u32>(range + ((<usize>(last - x)) << 2), 4) * PLACE;
          next = listIn(a, place, from, to, begin, next);
        }
      }
  }
}

/** Appends the neighbours from here to there to a row; returns its new end. */
function listIn(a: ListNear, place: usize, from: usize, to: usize, row: usize, end: usize): usize {
  const begin = v128.load(place);
  const way = xyz(v128.load(place, 16));
  const cell = v128.load(a.cell);
  let next = end;
  for (let other = from; other < to; other += PLACE) {
    if (areNear(place, begin, way, other, cell, a.own)) next = insert(row, next, other);
  }
  return next;
}

/** Inserts the slot of a place into a sorted row; returns its new end. */
function insert(row: usize, end: usize, other: usize): usize {
  const slot = <u32>load<f32>(other, 28);
  let at = end;
  while (at > row && load<u32>(at - 4) > slot) {
    store<u32>(at, load<u32>(at - 4));
    at -= 4;
  }
  store<u32>(at, slot);
  return end + 4;
}
