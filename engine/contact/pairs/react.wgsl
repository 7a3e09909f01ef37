fn react(ball: u32) {
  var sums = vec4f(0.0);
  for (var block = 0u; block < params.blocks; block++) {
    sums += reactionSums[block * params.balls + ball];
  }
  let slot = ballSlots[ball];
  let parts = vec4f(vec3f(params.share), params.counted);
  let moved = masses[slot].y * parts * sums;
  free[params.particles + slot] += vec4f(moved.xyz, 0.0);
  next[slot] += vec4f((1.0 + params.ahead) * moved.xyz, moved.w);
}
