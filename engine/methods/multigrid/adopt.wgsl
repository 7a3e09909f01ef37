fn adopt(point: u32) {
  let stop = allChildren[params.pairs + point + 1u].x;
  for (var e = allChildren[params.pairs + point].x; e < stop; e++) {
    let child = allChildren[e].x;
    var share = 0u;
    for (var k = 4u * child; k < 4u * child + 4u; k++) {
      if (parents[k].x == point) { share += parents[k].y; }
    }
    children[e] = vec2u(child, select(share, 0u, allChildren[e].y == 0u));
  }
}
