fn sumBins(block: u32, lane: u32) {
  let sum = sumUpTo(lane, counts[block * BLOCK + lane]);
  if (lane == LANES - 1u) { binSums[block] = sum; }
}
