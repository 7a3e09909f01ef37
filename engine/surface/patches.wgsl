fn sideOf(t: u32, slot: u32) -> u32 {
  for (var c = 0u; c < 4u; c++) {
    if (quadCorners[4u * t + c] == slot) { return (sectors[slot] >> c) & 1u; }
  }
  return 0u;
}

fn patches(t: u32) {
  var isHeld = true;
  for (var k = 4u * t; k < 4u * t + 4u; k++) {
    let s = triangleSprings[k];
    if (s != 0xffffffffu) {
      let version = s + params.stride * (sideOf(t, ends[s].x) + 2u * sideOf(t, ends[s].y));
      isHeld = isHeld && springs[version].y != 0.0;
    }
  }
  for (var k = 3u * t; k < 3u * t + 3u; k++) {
    let slot = triangleCorners[select(3u * t, k, isHeld)];
    index[k] = select(slot, spares[slot].x, sideOf(t, slot) == 1u);
  }
}
