fn fold(i: u32) {
  var total = vec4f(0.0);
  var count = 0.0;
  for (var block = 0u; block < params.springBlocks; block++) {
    let part = springTotals[block];
    total = vec4f(total.xy + part.xy, max(total.z, part.z), total.w + part.w);
    count += springCounts[block];
  }
  springTotal[i] = total;
  springCount[i] = count;
  var particles = vec4f(0.0);
  for (var block = 0u; block < params.particleBlocks; block++) { particles += particleTotals[block]; }
  particleTotal[i] = particles;
}
