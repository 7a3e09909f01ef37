fn rims(i: u32) {
  for (var k = i * params.width; k < (i + 1u) * params.width; k++) {
    let corner = 3u * cornerTriangles[k];
    remaining[k] = select(corners[k], vec2u(i), index[corner] == index[corner + 1u]);
  }
}
