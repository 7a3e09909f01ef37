fn entryOf(point: u32, other: u32) -> u32 {
  let table = places[params.tables + point].x;
  let size = places[params.tables + point + 1u].x - table;
  for (var k = other % size; true; k = (k + 1u) % size) {
    if (places[table + k].x == other) { return places[table + k].y; }
  }
  return 0u;
}

fn spread(point: u32, j: u32, a: f32) -> f32 {
  var own = 0.0;
  for (var k = 4u * j; k < 4u * (j + 1u); k++) {
    let parent = parents[k];
    if (parent.y == 0u) { continue; }
    let amount = a * (f32(parent.y) * (1.0 / 65536.0));
    if (parent.x == point) {
      own += amount;
      continue;
    }
    coarseWeights[entryOf(point, parent.x)] += amount;
  }
  return own;
}

fn coarsen(i: u32) {
  if (coarseDiagonal[i] != -1.0) { return; }
  let row = places[params.tables + i].y;
  let rowEnd = places[params.tables + i + 1u].y;
  for (var e = row; e < rowEnd; e++) { coarseWeights[e] = 0.0; }
  var own = 0.0;
  var size = 0.0;
  let last = children[params.pairs + i + 1u].x;
  for (var k = children[params.pairs + i].x; k < last; k++) {
    let child = children[k];
    let share = f32(child.y) * (1.0 / 65536.0);
    let a = share * diagonal[child.x];
    if (child.y == 0u || a == 0.0) { continue; }
    size = fma(share, a, size);
    // [BHM00] Ch. 8: Galerkin's coarse operator Pᵀ A P
    own += spread(i, child.x, a);
    let stop = neighbours[params.entries + child.x + 1u];
    for (var e = neighbours[params.entries + child.x]; e < stop; e++) {
      let j = neighbours[e];
      if (weights[e] != 0.0 && diagonal[j] != 0.0) {
        own += spread(i, j, -a * weights[e]);
      }
    }
  }
  let isNothing = own <= 1e-5 * size;
  coarseDiagonal[i] = select(own, 0.0, isNothing);
  for (var e = row; e < rowEnd; e++) {
    if (isNothing) { coarseWeights[e] = 0.0; } else { coarseWeights[e] = -coarseWeights[e] / own; }
  }
}
