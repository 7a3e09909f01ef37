// Calls meet(item, other) for all whom the item may meet: who begins in the 27 cells around it, and balls. Each is long to wait for:
// four are looked at together, and where the next row of cells begins is asked ahead.
fn lookAround(item: u32) {
  let gridded = starts[params.bins];
  if (item < gridded && params.cells > 0u) {
    let corner = cellAt(places[4u * item].xyz, cell[0].xyz) - 1;
    var next = rowAt(corner);
    for (var row = 1; row <= 9; row++) {
      let runs = next;
      next = rowAt(corner + vec3i(0, row % 3, row / 3));
      lookAt(item, runs.x, runs.y);
      lookAt(item, runs.z, runs.w);
    }
  }
  lookAt(item, gridded, params.count);
}

// Three cells from here in x lie side by side, up to a multiple of four: the places of the first run and of the second, if there is one.
fn rowAt(c: vec3i) -> vec4u {
  let cells = min(3, 4 - (c.x & 3));
  let first = binAt(c, params.bins);
  let second = binAt(c + vec3i(cells, 0, 0), params.bins);
  return vec4u(starts[first], starts[first + u32(cells)], starts[second], starts[second + u32(3 - cells)]);
}

fn lookAt(item: u32, first: u32, end: u32) {
  let begin = places[4u * item];
  let way = places[4u * item + 1u];
  for (var four = first; four < end; four += 4u) {
    var near = 0u;
    for (var k = 0u; k < 4u; k++) {
      let other = min(four + k, end - 1u);
      let isNear = comeNear(begin, way, places[4u * other], places[4u * other + 1u]);
      near |= select(0u, 1u << k, isNear && four + k < end);
    }
    for (; near != 0u; near &= near - 1u) {
      let other = four + countTrailingZeros(near);
      if (other != item && !areNeighbours(item, other)) { meet(item, other); }
    }
  }
}
