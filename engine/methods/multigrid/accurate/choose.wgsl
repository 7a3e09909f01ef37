fn choose(i: u32) {
  if (status[0] != 0.0) { return; }
  var total = vec4f(0.0);
  for (var block = 0u; block < params.blocks; block++) {
    total += sums[block];
  }
  var least = 0.0;
  var alpha = 0.0;
  for (var c = 0u; c < 4u; c++) {
    let tried = status[8u + c];
    // The change of g, [LBOK13] Eq. (8)
    let change = finite(total[c] + tried * (0.5 * tried * status[7] - status[6]));
    if (change < least && status[6] < 3e38) {
      least = change;
      alpha = tried;
    }
  }
  if (least == 0.0 && status[5] == 0.0) {
    alpha = 1.0;
    status[13] = 1.0;
  }
  status[12] = alpha;
}
