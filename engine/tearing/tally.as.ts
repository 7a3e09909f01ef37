/** Adds one to a counter that other threads may increment at the same time. */
export function countOne(address: usize): void {
  if (ASC_FEATURE_THREADS) atomic.add<u32>(address, 1);
  else store<u32>(address, load<u32>(address) + 1);
}
