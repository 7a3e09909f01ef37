fn adopt(point: u32) {
  let stop = children[params.pairs + point + 1u].x;
  for (var e = children[params.pairs + point].x; e < stop; e++) {
    let child = children[e].x;
    var share = 0u;
    for (var k = 4u * child; k < 4u * child + 4u; k++) {
      if (parents[k].x == point) { share += parents[k].y; }
    }
    children[e].y = share;
  }
}
