var<private> begin: u32;
var<private> end: u32;

// Inserts the slot of a place into the sorted row.
fn meet(item: u32, other: u32) {
  let slot = u32(places[3u * other + 1u].w);
  var at = end;
  while (at > begin && near[at - 1u] > slot) {
    near[at] = near[at - 1u];
    at--;
  }
  near[at] = slot;
  end++;
}

// [NP17] 3.4: candidates in the cells around a particle
fn listNear(item: u32) {
  let slot = u32(places[3u * item + 1u].w);
  begin = nearStarts[slot];
  end = begin;
  let stop = nearStarts[slot + 1u];
  if (begin == stop || stop > params.room) { return; }
  if (stop - begin <= NOTED) {
    for (var k = 0u; k < stop - begin; k++) { meet(item, noted[NOTED * item + k]); }
    return;
  }
  for (var number = 0u; number < 27u; number++) { lookAt(item, inCell(item, number)); }
}
