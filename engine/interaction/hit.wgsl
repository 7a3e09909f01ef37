fn hit(i: u32) {
  var best = 0u;
  // [NP17] 5.3.8: only the closest is picked
  for (var block = 1u; block < params.particleBlocks; block++) {
    if (aims[block].x < aims[best].x) { best = block; }
  }
  picked[0] = aims[best];
  picked[1] = x[u32(aims[best].y)];
}
