/** Particles that are skipped together. */
const CHUNK: u32 = 64;

/** The next particle from i on that has a contact, by the beginnings of rows; or the end. */
export function nextInRows(rowStarts: usize, i: u32, end: u32): u32 {
  let next = i;
  while (next < end) {
    const row = rowStarts + ((<usize>next) << 2);
    const start = load<u32>(row);
    if (next + CHUNK <= end && load<u32>(row + ((<usize>CHUNK) << 2)) == start) next += CHUNK;
    else if (load<u32>(row, 4) == start) next++;
    else break;
  }
  return next;
}
