@unmanaged
export class Spread {
  reached: usize;
  next: usize;
  neighbours: usize;
  width: u32;
}

export function spread(a: Spread, first: u32, end: u32): void {
  const reached = a.reached;
  const bytes = (<usize>a.width) << 2;
  let n = a.neighbours + <usize>first * bytes;
  for (let i = first; i < end; i++) {
    let found = load<u32>(reached + ((<usize>i) << 2));
    for (const rowEnd = n + bytes; n < rowEnd; n += 16)
      found |=
        load<u32>(reached + ((<usize>load<u32>(n)) << 2)) |
        load<u32>(reached + ((<usize>load<u32>(n, 4)) << 2)) |
        load<u32>(reached + ((<usize>load<u32>(n, 8)) << 2)) |
        load<u32>(reached + ((<usize>load<u32>(n, 12)) << 2));
    store<u32>(a.next + ((<usize>i) << 2), found);
  }
}
