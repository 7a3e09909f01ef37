fn reactions(block: u32) {
  let row = block * params.balls;
  for (var ball = 0u; ball < params.balls; ball++) { reactionSums[row + ball] = vec4f(0.0); }
  for (var i = block * BLOCK; i < min(params.count, (block + 1u) * BLOCK); i++) {
    if (rest[i].w < 0.0) { continue; }
    for (var e = min(params.capacity, rowStarts[i + 1u]); e > rowStarts[i]; e--) {
      let entry = entries[e - 1u];
      let body = rest[entry.x].w;
      if (body >= 0.0) { break; }
      let impulse = contacts[3u * e - 2u];
      let whole = impulse.xyz + impulse.w * contacts[3u * e - 3u].xyz;
      reactionSums[row + u32(-body - 1.0)] += vec4f(-whole, 1.0);
    }
  }
}
