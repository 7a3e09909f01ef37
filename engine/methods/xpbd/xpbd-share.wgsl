// n_i w_i; see xpbd-share.ts.
// [TBV12] mass splitting
fn xpbdShare(i: u32) {
  var n = 0.0;
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    if (neighbours[entry] != i && springs[springOf[entry]].y > 0.0) { n += 1.0; }
  }
  shares[i] = n * masses[i].y;
}
