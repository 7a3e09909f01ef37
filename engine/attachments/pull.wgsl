fn pull(i: u32) {
  let yi = x[i].xyz;
  let di = delta[i].xyz;
  var wish = vec4f(0.0);
  // −∇g of [LBOK13] Eq. (8)
  var sum = -params.inertia * masses[i].x * di;
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    let j = neighbours[entry];
    if (j == i) { continue; }
    let spring = springOf[entry];
    let e = (yi - x[j].xyz) + (di - delta[j].xyz);
    let stretch = e - restVector(e, springs[spring].x, spring, i, j);
    sum -= params.tension * springs[spring].y * stretch;
    if (springs[spring].y != 0.0) { wish += vec4f(-stretch, 1.0); }
  }
  pulls[i] = vec4f(sum, 0.0);
  wishes[i] = wish;
}
