fn rims(i: u32) {
  let stop = cornerStarts[i + 1u];
  for (var k = cornerStarts[i]; k < stop; k++) {
    let corner = 3u * cornerTriangles[k];
    let a = index[corner];
    let b = index[corner + 1u];
    let c = index[corner + 2u];
    var others = vec2u(i);
    if (a == i) { others = vec2u(b, c); }
    else if (b == i) { others = vec2u(c, a); }
    else if (c == i) { others = vec2u(a, b); }
    remaining[k] = others;
  }
}
