fn motionRange(block: u32, lane: u32) {
  let i = block * BLOCK + lane;
  var low = vec3f(1e15);
  var high = vec3f(-1e15);
  if (i < params.count && rest[i].w >= 0.0) {
    low = wayOf(i);
    high = low;
  }
  let range = rangeOf(lane, low, high);
  if (lane == 0u) {
    lowest[block] = vec4f(range.low, 0.0);
    highest[block] = vec4f(range.high, 0.0);
  }
}

fn wayOf(i: u32) -> vec3f {
  let way = delta[i].xyz + params.h * v[i].xyz;
  return vec3f(soundOr0(way.x), soundOr0(way.y), soundOr0(way.z));
}

fn soundOr0(value: f32) -> f32 {
  if (isSound(vec3f(value, 0.0, 0.0))) { return value; }
  return 0.0;
}
