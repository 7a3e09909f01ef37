fn motionRange(block: u32, lane: u32) {
  let i = block * BLOCK + lane;
  let far = vec3f(0x1p50);
  var ways = Range(far, -far);
  var drifts = Range(far, -far);
  if (i < params.count && rest[i].w >= 0.0) {
    let begin = moves[2u * i];
    let way = moves[2u * i + 1u].xyz;
    let drift = soundOr0(begin.xyz - since[i].xyz);
    ways = Range(way, way);
    drifts = Range(drift + min(vec3f(0.0), way), drift + max(vec3f(0.0), way));
    if (begin.w != since[i].w) { drifts = Range(-far, far); }
  }
  ways = rangeOf(lane, ways.low, ways.high);
  drifts = rangeOf(lane, drifts.low, drifts.high);
  if (lane == 0u) {
    ranges[4u * block] = vec4f(ways.low, 0.0);
    ranges[4u * block + 1u] = vec4f(ways.high, 0.0);
    ranges[4u * block + 2u] = vec4f(drifts.low, 0.0);
    ranges[4u * block + 3u] = vec4f(drifts.high, 0.0);
  }
}
