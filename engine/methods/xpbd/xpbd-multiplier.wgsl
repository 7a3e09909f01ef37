// The change of a spring's multiplier; see xpbd-multiplier.ts.
fn xpbdMultiplier(s: u32) {
  let rest = springs[s].x;
  let stiffness = springs[s].y;
  let i = min(ends[s].x, ends[s].y);
  let j = max(ends[s].x, ends[s].y);
  var compliance = 0.0;
  if (stiffness > 0.0) { compliance = params.inertia / stiffness; }
  let weight = shares[i] + shares[j] + compliance;
  if (stiffness == 0.0 || rest == 0.0 || weight == 0.0) {
    pushes[s] = vec4f(0.0);
    return;
  }
  let e = (x[i].xyz - x[j].xyz) + (delta[i].xyz - delta[j].xyz);
  let d = restVector(e, rest, s, i, j);
  let stretch = dot(e, d) / rest - rest;
  var multiplier = 0.0;
  if (params.keep > 0.0) { multiplier = pushes[s].w; }
  // [MMC16] Eq. (18).
  let change = -(stretch + compliance * multiplier) / weight;
  pushes[s] = vec4f((change / rest) * d, multiplier + change);
}
