fn dashpotSums(block: u32) {
  var work = 0.0;
  for (var s = block * BLOCK; s < min(params.count, (block + 1u) * BLOCK); s++) {
    let e = x[ends[s].x].xyz - x[ends[s].y].xyz;
    let before = fromX[ends[s].x].xyz - fromX[ends[s].y].xyz;
    let longer = sqrt(dot(e, e)) - sqrt(dot(before, before));
    work -= springs[s].y * params.ratio * longer * longer;
  }
  dashpotTotals[block] = vec4f(work, 0.0, 0.0, 0.0);
}
