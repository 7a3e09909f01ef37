// Whom a lane looks at, from the first to the end: who begins in one of the 27 cells around the item's,
fn inCell(item: u32, lane: u32) -> vec2u {
  if (lane >= 27u || item >= starts[params.bins] || params.cells == 0u) { return vec2u(0u); }
  let middle = cellAt(places[4u * item].xyz, cell[0].xyz);
  let b = binAt(middle + vec3i(vec3u(lane, lane / 3u, lane / 9u) % vec3u(3u)) - 1, params.bins);
  return vec2u(starts[b], starts[b + 1u]);
}

// and its part of the balls.
fn ofBalls(lane: u32) -> vec2u {
  let gridded = starts[params.bins];
  let each = (params.count - gridded + LANES - 1u) / LANES;
  return min(vec2u(params.count), gridded + each * vec2u(lane, lane + 1u));
}

// How many of them the item may meet.
fn countIn(item: u32, others: vec2u) -> u32 {
  var met = 0u;
  for (var other = others.x; other < others.y; other++) {
    if (mayMeet(item, other)) { met++; }
  }
  return met;
}
