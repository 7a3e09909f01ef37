var<workgroup> sums: array<vec3f, LANES>;

fn react(ball: u32, lane: u32) {
  let first = starts[ball * params.blocks];
  let end = starts[(ball + 1u) * params.blocks];
  if (first == end) { return; }
  var sum = vec3f(0.0);
  for (var k = first + lane; k < end; k += LANES) {
    let e = atBalls[k];
    let impulse = contacts[3u * e + 1u];
    sum -= impulse.xyz + impulse.w * contacts[3u * e].xyz;
  }
  sums[lane] = sum;
  for (var other = LANES / 2u; other > 0u; other /= 2u) {
    workgroupBarrier();
    if (lane < other) { sums[lane] += sums[lane + other]; }
  }
  if (lane > 0u) { return; }
  let slot = ballSlots[ball];
  let moved = masses[slot].y * vec4f(params.share * sums[0], params.counted * f32(end - first));
  free[params.particles + slot] += vec4f(moved.xyz, 0.0);
  next[slot] += vec4f((1.0 + params.ahead) * moved.xyz, moved.w);
}
