import { rowStart } from '../../rows.as';
import { countOne } from '../tally.as';

@unmanaged
export class OpenSeams {
  neighbours: usize;
  ends: usize;
  towards: usize;
  spares: usize;
  sectors: usize;
  worst: usize;
  opened: usize;
  opening: usize;
  entries: u32;
}

function tips(a: OpenSeams, i: u32): u32 {
  let count: u32 = 0;
  const stop = a.neighbours + rowStart(a.neighbours, a.entries, i + 1);
  for (let entry = a.neighbours + rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
    const j = load<u32>(entry);
    if (load<u32>(a.spares + ((<usize>j) << 3)) != j && load<u32>(a.sectors + ((<usize>j) << 2)) != 0)
      count++;
  }
  return count;
}

export function openSeams(a: OpenSeams, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const opened = a.opened + ((<usize>i) << 2);
    store<u32>(opened, 0);
    const s = load<u32>(a.worst + ((<usize>i) << 2));
    if (s == u32.MAX_VALUE) continue;
    const o = (<usize>s) << 3;
    const own: usize = load<u32>(a.ends + o) == i ? 0 : 4;
    const other = load<u32>(a.ends + o + 4 - own);
    const mask = load<u32>(a.towards + o + own);
    if (load<u32>(a.worst + ((<usize>other) << 2)) != s || mask == 0) continue;
    const here = tips(a, i);
    const there = tips(a, other);
    if (load<u32>(a.towards + o + 4 - own) != 0 && (there > here || (there == here && own == 4))) continue;
    store<u32>(opened, mask);
    countOne(a.opening);
  }
}
