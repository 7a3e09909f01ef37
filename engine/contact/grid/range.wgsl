var<workgroup> lows: array<vec3f, LANES>;
var<workgroup> highs: array<vec3f, LANES>;

// The least and the greatest of all lanes come to be in lows[0] and highs[0].
fn findRange(lane: u32, low: vec3f, high: vec3f) {
  lows[lane] = low;
  highs[lane] = high;
  for (var other = LANES / 2u; other > 0u; other /= 2u) {
    workgroupBarrier();
    if (lane < other) {
      lows[lane] = min(lows[lane], lows[lane + other]);
      highs[lane] = max(highs[lane], highs[lane + other]);
    }
  }
  workgroupBarrier();
}
