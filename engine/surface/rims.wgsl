fn rims(i: u32) {
  for (var k = i * params.width; k < (i + 1u) * params.width; k++) {
    let corner = 3u * cornerTriangles[k];
    let a = index[corner];
    let b = index[corner + 1u];
    let c = index[corner + 2u];
    var others = vec2u(i);
    if (corners[k].x != corners[k].y) {
      if (a == i) { others = vec2u(b, c); }
      else if (b == i) { others = vec2u(c, a); }
      else if (c == i) { others = vec2u(a, b); }
    }
    remaining[k] = others;
  }
}
