/** Counts one at a place that other threads count at too. */
export function countOne(address: usize): void {
  if (ASC_FEATURE_THREADS) atomic.add<u32>(address, 1);
  else store<u32>(address, load<u32>(address) + 1);
}
