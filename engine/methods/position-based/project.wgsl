// [NP17] Alg. 3, with the signs that shorten a stretched spring
fn project(i: u32) {
  let xi = x[i].xyz;
  let di = delta[i].xyz;
  let w = masses[i].y;
  var sum = vec3f(0.0);
  var n = 0.0;
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    let j = neighbours[entry];
    let s = springOf[entry];
    if (j == i || springs[s].y == 0.0 || w == 0.0) { continue; }
    let e = (xi - x[j].xyz) + (di - delta[j].xyz);
    let d = restVector(e, springs[s].x, s, i, j);
    sum += w / (w + masses[j].y) * (d - e);
    n += 1.0;
  }
  next[i] = vec4f(di + sum / max(n, 1.0), 0.0);
}
