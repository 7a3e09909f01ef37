fn partQuads(i: u32) {
  opened[i] = 0u;
  if (spares[i].x == i || sectors[i] != 0u) { return; }
  var unknown = 0u;
  var here = 0u;
  var there = 0u;
  for (var c = 0u; c < 4u; c++) {
    let t = quadsAt[4u * i + c];
    if (t == 0xffffffffu) { continue; }
    if (sides[t] == 0u) { unknown |= 1u << c; }
    if (sides[t] == 1u) { here |= 1u << c; }
    if (sides[t] == 2u) { there |= 1u << c; }
  }
  if (unknown != 0u || here == 0u || there == 0u) { return; }
  opened[i] = there;
  atomicAdd(&opening[0], 1u);
}
