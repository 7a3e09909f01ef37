var<workgroup> metBy: array<u32, 64>;

// Number of contacts in the list from one index to another, with a stride.
fn countFrom(i: u32, first: u32, end: u32) -> u32 {
  var found = 0u;
  for (var k = first; k < end; k += LANES) { found += select(0u, 1u, mayMeet(i, k)); }
  return found;
}

// Neighbours, then balls, one lane each.
// [NP17] 3.4: the narrow phase, here over the whole path of the step
fn countContacts(i: u32, local: u32) {
  let lane = local % LANES;
  let row = neighbours(i);
  let room = params.room;
  metBy[local] = countFrom(i, row.x + lane, row.y) + countFrom(i, room + lane, room + params.balls);
  workgroupBarrier();
  if (lane > 0u) { return; }
  var all = 0u;
  for (var k = local; k < local + LANES; k++) { all += metBy[k]; }
  counts[i] = all;
  if (all > 0u) { isMet[0] = 1u; }
  // Not by the last item, which may be done more than once.
  if (i + 1u < params.particles && nearStarts[i + 1u] <= room && nearStarts[i + 2u] > room) {
    overlooked[0].x += min(nearStarts[params.particles] - nearStarts[i + 1u], 0xffffffffu - overlooked[0].x);
  }
}
