// [NP17] 3.4: a uniform grid of cells
fn bin(i: u32) {
  let begin = moves[2u * i];
  since[i] = begin;
  let body = rest[i].w;
  if (body < 0.0) {
    binOf[i] = vec2u(params.bins, u32(-body - 1.0));
    return;
  }
  let found = binAt(cellAt(begin.xyz, cell[0].xyz), params.bins);
  binOf[i] = vec2u(found, atomicAdd(&counts[found], 1u));
}
