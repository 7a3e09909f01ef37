import { rowStart } from '../../rows.as';

@unmanaged
export class Spread {
  reached: usize;
  next: usize;
  neighbours: usize;
  entries: u32;
}

export function spread(a: Spread, first: u32, end: u32): void {
  const reached = a.reached;
  let n = a.neighbours + rowStart(a.neighbours, a.entries, first);
  for (let i = first; i < end; i++) {
    let found = load<u32>(reached + ((<usize>i) << 2));
    for (const rowEnd = a.neighbours + rowStart(a.neighbours, a.entries, i + 1); n < rowEnd; n += 16)
      found |=
        load<u32>(reached + ((<usize>load<u32>(n)) << 2)) |
        load<u32>(reached + ((<usize>load<u32>(n, 4)) << 2)) |
        load<u32>(reached + ((<usize>load<u32>(n, 8)) << 2)) |
        load<u32>(reached + ((<usize>load<u32>(n, 12)) << 2));
    store<u32>(a.next + ((<usize>i) << 2), found);
  }
}
