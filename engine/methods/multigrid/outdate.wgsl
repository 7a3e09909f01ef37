fn outdate(point: u32) {
  var found = params.all;
  let last = children[params.pairs + point + 1u].x;
  for (var k = children[params.pairs + point].x; k < last && found == 0u; k++) {
    let child = children[k].x;
    found = changed[child];
    let stop = neighbours[params.entries + child + 1u];
    for (var e = neighbours[params.entries + child]; e < stop && found == 0u; e++) {
      found = changed[neighbours[e]];
    }
  }
  coarseChanged[point] = found;
  if (found != 0u) { coarseDiagonal[point] = -1.0; }
}
