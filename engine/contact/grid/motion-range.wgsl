fn motionRange(block: u32) {
  var low = vec3f(1e15);
  var high = vec3f(-1e15);
  for (var i = block * BLOCK; i < min(params.count, (block + 1u) * BLOCK); i++) {
    if (rest[i].w < 0.0) { continue; }
    let way = wayOf(i);
    low = min(low, way);
    high = max(high, way);
  }
  lowest[block] = vec4f(low, 0.0);
  highest[block] = vec4f(high, 0.0);
}

fn wayOf(i: u32) -> vec3f {
  let way = delta[i].xyz + params.h * v[i].xyz;
  return vec3f(soundOr0(way.x), soundOr0(way.y), soundOr0(way.z));
}

fn soundOr0(value: f32) -> f32 {
  if (isSound(vec3f(value, 0.0, 0.0))) { return value; }
  return 0.0;
}
