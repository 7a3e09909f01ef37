fn react(ball: u32) {
  var sums = vec4f(0.0);
  for (var block = 0u; block < params.blocks; block++) {
    sums += reactionSums[block * params.balls + ball];
  }
  let slot = ballSlots[ball];
  next[slot] += vec4f(params.share * masses[slot].y * sums.xyz, sums.w);
}
