fn imbalance(i: u32) {
  force[i] = vec4f(0.0);
  if (masses[i].y == 0.0) { return; }
  let yi = x[i].xyz;
  let di = iterate[i].xyz;
  var sum = -params.inertia * masses[i].x * di;
  var rounding = 0.0;
  let far = 0.125 * max(abs(yi.x), max(abs(yi.y), abs(yi.z)));
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    let j = neighbours[entry];
    if (j == i) { continue; }
    let spring = springOf[entry];
    let e = (yi - x[j].xyz) + (di - iterate[j].xyz);
    let stiffness = springs[spring].y;
    // −∇g of [LBOK13] Eq. (8)
    sum -= stiffness * (e - restVector(e, springs[spring].x, spring, i, j));
    rounding = fma(5.9604645e-8 * stiffness, fma(0.5, springs[spring].x, far), rounding);
  }
  force[i] = vec4f(sum, rounding);
}
