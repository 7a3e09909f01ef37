fn springSums(block: u32) {
  var totals = vec4f(0.0);
  var n = 0.0;
  for (var s = block * BLOCK; s < min(params.count, (block + 1u) * BLOCK); s++) {
    let rest = springs[s].x;
    let stiffness = springs[s].y;
    if (stiffness == 0.0) { continue; }
    let e = x[ends[s].x].xyz - x[ends[s].y].xyz;
    let stretch = sqrt(dot(e, e)) - rest;
    var strain = 0.0;
    if (rest > 0.0) { strain = abs(stretch / rest); }
    // [PNF18] Eq. (7)
    totals.x += stretch * stretch;
    totals.y += strain;
    totals.z = max(totals.z, strain);
    totals.w += 0.5 * stiffness * stretch * stretch;
    n += 1.0;
  }
  springTotals[block] = totals;
  springCounts[block] = n;
}
