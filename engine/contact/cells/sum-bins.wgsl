// [NP17] 3.4: particles sorted by cell
fn sumBins(block: u32, lane: u32) {
  addUp(lane, counts[block * BLOCK + lane]);
  if (lane == 0u) { binSums[block] = sumOfAll(); }
}
