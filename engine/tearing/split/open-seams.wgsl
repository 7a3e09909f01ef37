fn tips(i: u32) -> u32 {
  var count = 0u;
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    let j = neighbours[entry];
    if (spares[j].x != j && sectors[j] != 0u) { count++; }
  }
  return count;
}

fn openSeams(i: u32) {
  opened[i] = 0u;
  let s = worst[i];
  if (s == 0xffffffffu) { return; }
  let isFirst = ends[s].x == i;
  let other = select(ends[s].x, ends[s].y, isFirst);
  let mask = select(towards[s].y, towards[s].x, isFirst);
  let otherMask = select(towards[s].x, towards[s].y, isFirst);
  if (worst[other] != s || mask == 0u) { return; }
  let here = tips(i);
  let there = tips(other);
  if (otherMask != 0u && (there > here || (there == here && !isFirst))) { return; }
  opened[i] = mask;
  atomicAdd(&opening[0], 1u);
}
