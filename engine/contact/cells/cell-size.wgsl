// Greatest minus least over all blocks; `start` is the offset in vec4s in a block's record.
fn rangeFor(lane: u32, start: u32) -> vec3f {
  var low = vec3f(0x1p50);
  var high = vec3f(-0x1p50);
  for (var block = lane; block < params.blocks; block += BLOCK) {
    low = min(low, ranges[4u * block + start].xyz);
    high = max(high, ranges[4u * block + start + 1u].xyz);
  }
  let range = rangeOf(lane, low, high);
  return max(vec3f(0.0), range.high - range.low);
}

fn cellSize(item: u32, lane: u32) {
  let drifts = rangeFor(lane, 2u);
  let ways = rangeFor(lane, 0u);
  if (lane > 0u) { return; }
  let nearer = 1.0 + 2.0 * params.turn;
  let way = length(ways);
  var skin = cell[item].w;
  if (cell[item].x == 0.0 || 1.001 * nearer * length(drifts) > skin) {
    isStale[item] = 1u;
    skin = select(0.0, params.skin, 2.0 * nearer * way <= params.skin);
  }
  let size = 1.001 * (params.reach + min(params.reach, params.turn * way) + skin + ways);
  let widest = vec3f(64.0 * params.reach);
  cell[item] = vec4f(min(size, widest), skin);
  if (any(size > widest)) { overlooked[item].y = 1u; }
}
