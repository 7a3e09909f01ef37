const NONE = 0xffffffffu;
var<workgroup> least: array<u32, LANES>;

// The least of what all lanes have.
fn leastOf(lane: u32, value: u32) -> u32 {
  least[lane] = value;
  for (var other = LANES / 2u; other > 0u; other /= 2u) {
    workgroupBarrier();
    if (lane < other) { least[lane] = min(least[lane], least[lane + other]); }
  }
  return workgroupUniformLoad(&least[0]);
}

// The ball of an entry, of a particle's until the end.
fn ballAt(entry: u32, end: u32) -> u32 {
  if (entry >= end) { return NONE; }
  return u32(-rest[entries[entry].x].w - 1.0);
}

// One lane a particle. Balls are in order in every row: the block goes through them ball by ball.
fn listAtBalls(block: u32, lane: u32) {
  let i = block * BLOCK + lane;
  var entry = 0u;
  var end = 0u;
  if (i < params.count && rest[i].w >= 0.0) {
    let begin = rowStarts[i];
    end = min(params.capacity, rowStarts[i + 1u]);
    entry = end;
    while (entry > begin && rest[entries[entry - 1u].x].w < 0.0) { entry--; }
  }
  loop {
    let own = ballAt(entry, end);
    let ball = leastOf(lane, own);
    if (ball == NONE) { break; }
    let isListed = select(0u, 1u, own == ball);
    let upToThis = sumUpTo(lane, isListed);
    if (own == ball) {
      atBalls[starts[ball * params.blocks + block] + upToThis - 1u] = entry;
      entry++;
    }
  }
}
