@unmanaged
export class ListAtBalls {
  entries: usize;
  rowStarts: usize;
  rest: usize;
  starts: usize;
  cursors: usize;
  atBalls: usize;
  count: u32;
  blocks: u32;
  capacity: u32;
}

export function listAtBalls(a: ListAtBalls, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    const from = block << 8;
    const stop = min<u32>(a.count, from + 256);
    // The beginning of each ball that has contacts, then their entries.
    for (let i = from; i < stop; i++) {
      for (let e = firstAtBalls(a, i), to = endOf(a, i); e < to; e++) {
        const key = (<usize>keyOf(a, e, block)) << 2;
        store<u32>(a.cursors + key, load<u32>(a.starts + key));
      }
    }
    for (let i = from; i < stop; i++) {
      for (let e = firstAtBalls(a, i), to = endOf(a, i); e < to; e++) {
        const cursor = a.cursors + ((<usize>keyOf(a, e, block)) << 2);
        const at = load<u32>(cursor);
        store<u32>(a.atBalls + ((<usize>at) << 2), e);
        store<u32>(cursor, at + 1);
      }
    }
  }
}

/** The end of a particle's row. */
function endOf(a: ListAtBalls, i: u32): u32 {
  return min<u32>(a.capacity, load<u32>(a.rowStarts + ((<usize>i) << 2), 4));
}

/** The body of the other particle of an entry; for a ball, minus its number. */
function bodyAt(a: ListAtBalls, e: u32): f32 {
  return load<f32>(a.rest + ((<usize>load<u32>(a.entries + ((<usize>e) << 3))) << 4), 12);
}

/** The first ball in a particle's row; a ball's own row has none. */
function firstAtBalls(a: ListAtBalls, i: u32): u32 {
  let e = endOf(a, i);
  const begin = load<u32>(a.rowStarts + ((<usize>i) << 2));
  if (e <= begin || load<f32>(a.rest + ((<usize>i) << 4), 12) < 0) return e;
  while (e > begin && bodyAt(a, e - 1) < 0) e--;
  return e;
}

/** The index of the ball of an entry and of the block. */
function keyOf(a: ListAtBalls, e: u32, block: u32): u32 {
  return <u32>(-bodyAt(a, e) - 1) * a.blocks + block;
}
