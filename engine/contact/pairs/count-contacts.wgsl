// What a lane finds of the item's: as many as may be noted.
var<private> found: array<u32, NOTED>;
var<private> met = 0u;
var<workgroup> metBy: array<u32, 64>;

fn meet(item: u32, other: u32) {
  if (met < NOTED) { found[met] = other; }
  met++;
}

// Notes what the lanes found, after the `before` that were met elsewhere; returns how many there are now.
fn note(item: u32, local: u32, before: u32) -> u32 {
  workgroupBarrier();
  metBy[local] = met;
  workgroupBarrier();
  let first = local / LANES * LANES;
  var at = before;
  for (var other = first; other < local; other++) { at += metBy[other]; }
  for (var k = 0u; k < met && at + k < NOTED; k++) { noted[NOTED * item + at + k] = found[k]; }
  var all = before;
  for (var other = first; other < first + LANES; other++) { all += metBy[other]; }
  met = 0u;
  return all;
}

// Four cells a lane, then so many balls.
fn countContacts(item: u32, local: u32) {
  let lane = local % LANES;
  let gridded = starts[params.bins];
  if (item < gridded && params.cells > 0u) {
    for (var number = 4u * lane; number < min(27u, 4u * lane + 4u); number++) { lookAt(item, inCell(item, number)); }
  }
  var all = note(item, local, 0u);
  if (gridded < params.count) {
    let each = (params.count - gridded + LANES - 1u) / LANES;
    lookAt(item, min(vec2u(params.count), gridded + each * vec2u(lane, lane + 1u)));
    all = note(item, local, all);
  }
  if (lane == 0u) { counts[u32(places[4u * item + 1u].w)] = all; }
}
