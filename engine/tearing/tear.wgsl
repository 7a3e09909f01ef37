fn tear(s: u32) {
  let longest = strengths[s] * springs[s].x;
  if (longest == 0.0 || springs[s].y == 0.0) { return; }
  let e = x[ends[s].x].xyz - x[ends[s].y].xyz;
  // [NP17] 5.3.7, with |e| > σ L in place of an absolute threshold
  if (dot(e, e) <= longest * longest) { return; }
  springs[s].y = 0.0;
  atomicAdd(&torn[0], 1u);
}
