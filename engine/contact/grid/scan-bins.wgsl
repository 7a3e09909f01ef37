fn scanBins(item: u32) {
  var before = 0u;
  for (var block = 0u; block < params.blocks; block++) {
    let sum = binSums[block];
    binSums[block] = before;
    before += sum;
  }
}
