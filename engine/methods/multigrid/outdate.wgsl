fn outdate(point: u32) {
  var found = params.all;
  for (var k = point * params.childWidth; k < (point + 1u) * params.childWidth && found == 0u; k++) {
    let child = allChildren[k].x;
    found = changed[child];
    for (var e = child * params.width; e < (child + 1u) * params.width && found == 0u; e++) {
      found = changed[neighbours[e]];
    }
  }
  coarseChanged[point] = found;
  if (found != 0u) { coarseDiagonal[point] = -1.0; }
}
