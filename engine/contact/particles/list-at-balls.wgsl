const NONE = 0xffffffffu;
var<workgroup> least: atomic<u32>;
var<workgroup> current: u32;
var<workgroup> marks: array<atomic<u32>, BLOCK / 32u>;

// The least ball of all lanes; the lanes that have it are marked.
fn leastOf(lane: u32, own: u32) -> u32 {
  workgroupBarrier();
  if (lane == 0u) { atomicStore(&least, NONE); }
  if (lane < BLOCK / 32u) { atomicStore(&marks[lane], 0u); }
  workgroupBarrier();
  atomicMin(&least, own);
  workgroupBarrier();
  let ball = atomicLoad(&least);
  if (own == ball) { atomicOr(&marks[lane / 32u], 1u << (lane % 32u)); }
  if (lane == 0u) { current = ball; }
  return workgroupUniformLoad(&current);
}

// Number of marked lanes before this one.
fn rankOf(lane: u32) -> u32 {
  var rank = countOneBits(atomicLoad(&marks[lane / 32u]) & ((1u << (lane % 32u)) - 1u));
  for (var word = 0u; word < lane / 32u; word++) { rank += countOneBits(atomicLoad(&marks[word])); }
  return rank;
}

// The ball of an entry of a particle's row; past the end, none.
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
  var own = ballAt(entry, end);
  loop {
    let ball = leastOf(lane, own);
    if (ball == NONE) { break; }
    if (own == ball) {
      atBalls[starts[ball * params.blocks + block] + rankOf(lane)] = entry;
      entry++;
      own = ballAt(entry, end);
    }
  }
}
