fn sumBins(block: u32) {
  var sum = 0u;
  for (var k = block * BLOCK; k < (block + 1u) * BLOCK; k++) {
    sum += counts[k];
  }
  binSums[block] = sum;
}
