// [NP17] 3.4: particles sorted by cell
fn startBins(block: u32, lane: u32) {
  var others = 0u;
  for (var other = lane; other < block; other += BLOCK) { others += binSums[other]; }
  addUp(lane, others);
  let before = sumOfAll();
  let k = block * BLOCK + lane;
  addUp(lane, counts[k]);
  starts[k + 1u] = before + sumUpTo(lane);
  counts[k] = 0u;
}
