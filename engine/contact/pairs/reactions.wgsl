const CONTACTS = 24u;

fn reactions(block: u32) {
  let row = block * params.balls;
  for (var ball = 0u; ball < params.balls; ball++) { reactionSums[row + ball] = vec4f(0.0); }
  for (var i = block * BLOCK; i < min(params.count, (block + 1u) * BLOCK); i++) {
    if (rest[i].w < 0.0) { continue; }
    for (var k = i * CONTACTS; k < (i + 1u) * CONTACTS && contacts[k] != i; k++) {
      let j = contacts[k];
      if (rest[j].w >= 0.0) { continue; }
      let impulse = impulseBetween(i, j);
      reactionSums[row + u32(-rest[j].w - 1.0)] += vec4f(-impulse.xyz, impulse.w);
    }
  }
}
