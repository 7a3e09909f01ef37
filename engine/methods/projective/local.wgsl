// [PNF18] Alg. 3, the local step
fn local(i: u32) {
  let yi = x[i].xyz;
  let di = delta[i].xyz;
  var sum = vec3f(0.0);
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    let j = neighbours[entry];
    let spring = springOf[entry];
    let y = yi - x[j].xyz;
    let e = y + (di - delta[j].xyz);
    // [PNF18] Alg. 3 and Eq. (6), delta form
    sum += weights[entry] * (restVector(e, springs[spring].x, spring, i, j) - y);
  }
  rhs[i] = vec4f(sum, 0.0);
}
