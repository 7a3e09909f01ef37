fn judge(i: u32) {
  if (params.begins != 0u) {
    for (var k = 0u; k < 14u; k++) { status[k] = 0.0; }
  }
  if (status[0] != 0.0) { return; }
  var total = vec2f(0.0);
  for (var block = 0u; block < params.blocks; block++) {
    total += sums[block].xy;
  }
  let squares = finite(total.x);
  if (params.begins != 0u) {
    status[3] = squares;
  } else {
    status[1] += 1.0;
  }
  var gradient = 0.0;
  if (status[3] > 0.0) { gradient = sqrt(squares / status[3]); }
  status[2] = gradient;
  if (gradient <= params.accuracy) {
    status[0] = 1.0;
  } else if (squares <= total.y || status[13] == 1.0) {
    status[0] = 2.0;
  }
}
