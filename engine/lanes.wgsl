// Sums over the lanes of a workgroup, which are rows of 16: a row is summed by one lane, so that all wait for each other only thrice.
const ROW = 16u;
var<workgroup> upTo: array<u32, BLOCK>;

// Adds the value of this lane. sumUpTo and sumOfAll are valid until the next call.
fn addUp(lane: u32, value: u32) {
  workgroupBarrier();
  upTo[lane] = value;
  workgroupBarrier();
  if (lane < ROW) {
    for (var k = ROW * lane + 1u; k < ROW * (lane + 1u); k++) { upTo[k] += upTo[k - 1u]; }
  }
  workgroupBarrier();
}

fn sumOfRows(count: u32) -> u32 {
  var sum = 0u;
  for (var row = 0u; row < count; row++) { sum += upTo[ROW * row + ROW - 1u]; }
  return sum;
}

// What this lane and those before it have added.
fn sumUpTo(lane: u32) -> u32 { return sumOfRows(lane / ROW) + upTo[lane]; }

fn sumOfAll() -> u32 { return sumOfRows(BLOCK / ROW); }
