fn countIn(before: u32, item: u32, first: u32, end: u32) -> u32 {
  var found = before;
  for (var other = first; other < end; other++) {
    if (!mayMeet(item, other)) { continue; }
    if (found < NOTED) { noted[NOTED * item + found] = other; }
    found++;
  }
  return found;
}

fn countContacts(item: u32) {
  let gridded = starts[params.bins];
  var found = 0u;
  if (item < gridded && params.cells > 0u) {
    let c = cellAt(places[4u * item].xyz, cell[0].xyz);
    for (var z = c.z - 1; z <= c.z + 1; z++) {
      for (var y = c.y - 1; y <= c.y + 1; y++) {
        for (var x = c.x - 1; x <= c.x + 1; x++) {
          let b = binAt(vec3i(x, y, z), params.bins);
          found = countIn(found, item, starts[b], starts[b + 1u]);
        }
      }
    }
  }
  counts[u32(places[4u * item + 1u].w)] = countIn(found, item, gridded, params.count);
}
