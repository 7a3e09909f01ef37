fn remainderSums(block: u32) {
  if (status[0] != 0.0) { return; }
  let alpha = vec4f(status[8], status[9], status[10], status[11]);
  var total = vec4f(0.0);
  for (var s = block * BLOCK; s < min(params.count, (block + 1u) * BLOCK); s++) {
    let i = ends[s].x;
    let j = ends[s].y;
    let L = springs[s].x;
    let e = (x[i].xyz - x[j].xyz) + (iterate[i].xyz - iterate[j].xyz);
    let q = direction[i].xyz - direction[j].xyz;
    let ee = dot(e, e);
    let eq = dot(e, q);
    let qq = dot(q, q);
    let grown = alpha * (2.0 * eq + alpha * qq);
    let after = sqrt(max(vec4f(0.0), ee + grown));
    let before = sqrt(ee);
    var T = vec4f(0.0);
    if (ee <= 1e-12 * L * L) {
      T = after - select(-1.0, 1.0, i < j) * (e[s % 3u] + alpha * q[s % 3u]);
    } else {
      T = alpha * (alpha * qq - grown * (eq / before) / (after + before)) / (after + before);
    }
    // The springs in g, [LBOK13] Eq. (8)
    total += springs[s].y * (0.5 * alpha * alpha * qq - L * T);
  }
  sums[block] = total;
}
