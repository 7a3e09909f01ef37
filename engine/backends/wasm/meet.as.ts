/** How threads wait for each other: by a count that only grows, and beside it, in the next word, how many sleep until it does. */

/**
 * A thread looks this often before it sleeps: at most about a millisecond, at least some tens of microseconds. Systems wake two threads
 * on one core though there is an idle one, and it takes both of them wanting to run for milliseconds until they are parted. But whoever
 * has looked in vain looks half as long next time: the other may have no core for longer. Every wait that ends in time makes it a little
 * longer again.
 */
const MOST: u32 = 1000000;
const LEAST: u32 = 20000;
let patience: u32 = MOST;

/** Waits until a count that another thread tells has come to `least`. Counts may wrap. */
export function awaitCount(address: usize, least: u32): void {
  if (ASC_FEATURE_THREADS) {
    for (let looks: u32 = 0; looks < patience; looks++) {
      if (isAt(atomic.load<u32>(address), least)) {
        if (looks > 0) patience = min<u32>(MOST, patience + LEAST);
        return;
      }
    }
    patience = max<u32>(LEAST, patience >> 1);
    atomic.add<u32>(address, 1, 4);
    for (let count = atomic.load<u32>(address); !isAt(count, least); count = atomic.load<u32>(address)) {
      atomic.wait<i32>(address, <i32>count, -1);
    }
    atomic.sub<u32>(address, 1, 4);
  }
}

function isAt(count: u32, least: u32): bool {
  return <i32>(count - least) >= 0;
}

/** What was written before is seen by those who have awaited the count. */
export function tellCount(address: usize, count: u32): void {
  if (ASC_FEATURE_THREADS) {
    atomic.store<u32>(address, count);
    // A thread that has not yet counted itself among the sleepers sees the new count and does not sleep.
    if (atomic.load<u32>(address, 4) != 0) atomic.notify(address, -1);
  }
}
