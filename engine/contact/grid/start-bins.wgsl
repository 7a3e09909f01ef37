fn startBins(block: u32) {
  var before = binSums[block];
  for (var k = block * BLOCK; k < (block + 1u) * BLOCK; k++) {
    before += counts[k];
    starts[k + 1u] = before;
    counts[k] = 0u;
  }
}
