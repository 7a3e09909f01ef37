const ROW = 16u;
var<workgroup> sums: array<vec3f, BLOCK>;

// The sum of `count` lanes from the first on, at a fixed distance.
fn sumFrom(first: u32, count: u32, apart: u32) -> vec3f {
  var sum = sums[first];
  for (var k = 1u; k < count; k++) { sum += sums[first + k * apart]; }
  return sum;
}

// [TBV12]: the inverse mass of a ball is shared by its contacts
fn react(ball: u32, lane: u32) {
  let first = starts[ball * params.blocks];
  let end = starts[(ball + 1u) * params.blocks];
  if (first == end) { return; }
  var sum = vec3f(0.0);
  for (var k = first + lane; k < end; k += BLOCK) {
    let e = atBalls[k];
    let impulse = contacts[3u * e + 1u];
    sum -= impulse.xyz + impulse.w * contacts[3u * e].xyz;
  }
  sums[lane] = sum;
  workgroupBarrier();
  if (lane < ROW) { sums[ROW * lane] = sumFrom(ROW * lane, ROW, 1u); }
  workgroupBarrier();
  if (lane > 0u) { return; }
  let slot = ballSlots[ball];
  let moved = masses[slot].y * vec4f(params.share * sumFrom(0u, BLOCK / ROW, ROW), params.counted * f32(end - first));
  free[params.particles + slot] += vec4f(moved.xyz, 0.0);
  next[slot] += vec4f((1.0 + params.ahead) * moved.xyz, moved.w);
}
