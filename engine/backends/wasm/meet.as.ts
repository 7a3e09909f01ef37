/** How threads wait for each other: a counter that only grows, and in the next word the number of threads that sleep on it. */

/**
 * Polls before a thread sleeps: at most about a millisecond, at least some tens of microseconds. Operating systems wake two threads on
 * one core although another is idle, and separate them only after both have been runnable for milliseconds. After a wait that ends in
 * sleep the limit is halved, since the other thread may have no core for longer. Every wait that ends in time raises it a little.
 */
const MOST: u32 = 1000000;
const LEAST: u32 = 20000;
let patience: u32 = MOST;

/** Waits until another thread's count reaches `least`. Counts may wrap. */
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

/** Publishes a count. Earlier writes are visible to threads that have awaited it. */
export function tellCount(address: usize, count: u32): void {
  if (ASC_FEATURE_THREADS) {
    atomic.store<u32>(address, count);
    // A thread that has not yet counted itself among the sleepers sees the new count and does not sleep.
    if (atomic.load<u32>(address, 4) != 0) atomic.notify(address, -1);
  }
}
