// m_i/2n_i; see smoothing-share.ts.
fn smoothingShare(i: u32) {
  var n = 0.0;
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    if (neighbours[entry] != i && springs[springOf[entry]].y != 0.0) { n += 1.0; }
  }
  massShares[i] = 0.0;
  if (n > 0.0 && masses[i].y != 0.0) { massShares[i] = masses[i].x / (2.0 * n); }
}
