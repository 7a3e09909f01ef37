fn partQuads(i: u32) {
  opened[i] = 0u;
  if (spares[i].x == i || sectors[i] != 0u) { return; }
  var reached = 0u;
  var unknown = 0u;
  var here = 0u;
  var there = 0u;
  for (var c = 0u; c < 4u; c++) {
    let t = quadsAt[4u * i + c];
    if (t == 0xffffffffu) { continue; }
    let side = sides[t] & 3u;
    reached |= (sides[t] >> (2u + c)) & 1u;
    if (side == 0u) { unknown |= 1u << c; }
    if (side == 1u) { here |= 1u << c; }
    if (side == 2u) { there |= 1u << c; }
  }
  if (reached == 0u || unknown != 0u || here == 0u || there == 0u) { return; }
  opened[i] = there;
  atomicAdd(&opening[0], 1u);
}
