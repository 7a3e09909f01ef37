// [NP17] 5.4.1: triangles follow the springs that are left
fn holes(t: u32) {
  var isHeld = true;
  for (var k = 4u * t; k < 4u * t + 4u; k++) {
    let spring = triangleSprings[k];
    if (spring != 0xffffffffu) { isHeld = isHeld && springs[spring].y != 0.0; }
  }
  for (var k = 3u * t; k < 3u * t + 3u; k++) { index[k] = triangleCorners[select(3u * t, k, isHeld)]; }
}
