fn cellSize(item: u32, lane: u32) {
  var low = vec3f(1e15);
  var high = vec3f(-1e15);
  for (var block = lane; block < params.blocks; block += BLOCK) {
    low = min(low, lowest[block].xyz);
    high = max(high, highest[block].xyz);
  }
  let ways = rangeOf(lane, low, high);
  let range = max(vec3f(0.0), ways.high - ways.low);
  let sight = params.reach + min(params.reach, params.turn * length(range));
  let size = 1.001 * (sight + range);
  let widest = vec3f(64.0 * params.reach);
  if (lane > 0u) { return; }
  cell[item] = vec4f(min(size, widest), 0.0);
  if (any(size > widest)) { overlooked[item].y = 1u; }
}
