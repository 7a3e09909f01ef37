fn startBins(block: u32, lane: u32) {
  var others = 0u;
  for (var other = lane; other < block; other += LANES) { others += binSums[other]; }
  sumUpTo(lane, others);
  let before = upTo[LANES - 1u];
  let k = block * BLOCK + lane;
  starts[k + 1u] = before + sumUpTo(lane, counts[k]);
  counts[k] = 0u;
}
