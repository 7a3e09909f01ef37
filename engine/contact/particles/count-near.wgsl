// The item's neighbours that a lane finds, up to the number that is kept.
var<private> found: array<u32, NOTED>;
var<private> met = 0u;
var<workgroup> metBy: array<u32, 64>;

fn meet(item: u32, other: u32) {
  if (met < NOTED) { found[met] = other; }
  met++;
}

// Four cells a lane; lanes store what they found one after the other.
// [NP17] 3.4: candidates in the cells around a particle
fn countNear(item: u32, local: u32) {
  let lane = local % LANES;
  let first = local - lane;
  if (item < starts[params.bins]) {
    for (var number = 4u * lane; number < min(27u, 4u * lane + 4u); number++) { lookAt(item, inCell(item, number)); }
  }
  metBy[local] = met;
  workgroupBarrier();
  var at = 0u;
  for (var other = first; other < local; other++) { at += metBy[other]; }
  for (var k = 0u; k < met && at + k < NOTED; k++) { noted[NOTED * item + at + k] = found[k]; }
  if (lane == LANES - 1u) { counts[u32(places[3u * item + 1u].w)] = at + met; }
}
