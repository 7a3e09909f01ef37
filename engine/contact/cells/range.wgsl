const ROW = 16u;
var<workgroup> lows: array<vec3f, BLOCK>;
var<workgroup> highs: array<vec3f, BLOCK>;

struct Range { low: vec3f, high: vec3f }

// Least and greatest of `count` lanes, `apart` from each other.
fn rangeFrom(first: u32, count: u32, apart: u32) -> Range {
  var range = Range(lows[first], highs[first]);
  for (var k = 1u; k < count; k++) {
    range = Range(min(range.low, lows[first + k * apart]), max(range.high, highs[first + k * apart]));
  }
  return range;
}

// Least and greatest of all lanes: rows of 16 first, so that two barriers suffice.
fn rangeOf(lane: u32, low: vec3f, high: vec3f) -> Range {
  workgroupBarrier();
  lows[lane] = low;
  highs[lane] = high;
  workgroupBarrier();
  if (lane < ROW) {
    let row = rangeFrom(ROW * lane, ROW, 1u);
    lows[ROW * lane] = row.low;
    highs[ROW * lane] = row.high;
  }
  workgroupBarrier();
  return rangeFrom(0u, BLOCK / ROW, ROW);
}
