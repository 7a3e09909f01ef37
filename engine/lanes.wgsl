var<workgroup> upTo: array<u32, LANES>;

// The sum of what this lane and those before it have; afterwards upTo[LANES - 1u] is the sum of all, until the next call.
fn sumUpTo(lane: u32, value: u32) -> u32 {
  workgroupBarrier();
  upTo[lane] = value;
  for (var step = 1u; step < LANES; step *= 2u) {
    workgroupBarrier();
    var sum = upTo[lane];
    if (lane >= step) { sum += upTo[lane - step]; }
    workgroupBarrier();
    upTo[lane] = sum;
  }
  workgroupBarrier();
  return upTo[lane];
}
