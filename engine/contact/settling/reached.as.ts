/** The next particle from i on that is reached; or the end. */
export function nextReached(reached: usize, i: u32, end: u32): u32 {
  let at = reached + ((<usize>i) << 2);
  const stop = reached + ((<usize>end) << 2);
  while (at + 64 <= stop) {
    const some = v128.or(
      v128.or(v128.load(at), v128.load(at, 16)),
      v128.or(v128.load(at, 32), v128.load(at, 48)),
    );
    if (v128.any_true(some)) break;
    at += 64;
  }
  while (at < stop && load<u32>(at) == 0) at += 4;
  return <u32>((at - reached) >> 2);
}
