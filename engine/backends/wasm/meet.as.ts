/** How threads wait for each other: first looking, then in naps. */

/**
 * Looks this often in the middle of work before the first nap: about a millisecond. Systems wake two threads on one core though
 * there is an idle one, and it takes both of them wanting to run for some milliseconds until they are parted.
 */
const LOOKS: u32 = 1000000;

/** Nanoseconds of the first nap, and of the longest; each is twice as long as the last. */
const NAP: i64 = 100000;
const LONGEST: i64 = 1000000;

/** Waits until a count that another thread tells has come to `least`. Counts may wrap. */
export function awaitCount(address: usize, least: u32): void {
  if (ASC_FEATURE_THREADS) {
    let nap = NAP;
    for (let looks: u32 = 0; ; looks++) {
      const count = atomic.load<u32>(address);
      if (<i32>(count - least) >= 0) return;
      if (looks < LOOKS) continue;
      atomic.wait<i32>(address, <i32>count, nap);
      nap = min<i64>(2 * nap, LONGEST);
    }
  }
}

/** What was written before is seen by those who have awaited the count. */
export function tellCount(address: usize, count: u32): void {
  if (ASC_FEATURE_THREADS) atomic.store<u32>(address, count);
}
