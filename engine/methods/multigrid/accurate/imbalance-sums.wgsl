fn imbalanceSums(block: u32) {
  var squares = 0.0;
  var rounding = 0.0;
  for (var i = block * BLOCK; i < min(params.count, (block + 1u) * BLOCK); i++) {
    let r = force[i];
    // |∇g|² of [LBOK13] Eq. (8)
    squares += dot(r.xyz, r.xyz);
    rounding += r.w * r.w;
  }
  sums[block] = vec4f(squares, rounding, 0.0, 0.0);
}
