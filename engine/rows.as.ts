/**
 * Where the row of particle i begins, in bytes from the first entry; that of the particle behind the last is the end. The starts stand
 * behind the entries: see rows.ts.
 */
export function rowStart(neighbours: usize, entries: u32, i: u32): usize {
  return (<usize>load<u32>(neighbours + ((<usize>entries + <usize>i) << 2))) << 2;
}

/** The start of row i in a list of starts. */
export function startOf(starts: usize, i: u32): usize {
  return <usize>load<u32>(starts + ((<usize>i) << 2));
}
