fn comingOff(split: u32, here: u32, there: u32) -> u32 {
  let halves = vec2u(split, ~split) & vec2u(15u & ~(split >> 4u));
  let off = select(vec2u(0u), halves & vec2u(there), (halves & vec2u(here)) != vec2u(0u));
  return off.x | off.y;
}

fn partQuads(i: u32) {
  opened[i] = 0u;
  if (spares[i].x == i) { return; }
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
  let opens = select(comingOff(sectors[i], here, there) << 4u, there, sectors[i] == 0u);
  if (opens == 0u) { return; }
  opened[i] = opens;
  atomicAdd(&opening[0], 1u);
}
