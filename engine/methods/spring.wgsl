// The local solution of one spring, [PNF18] Alg. 3, [LBOK13] Eq. (10): d = L e/|e|; see spring.ts.
fn restVector(e: vec3f, rest: f32, spring: u32, i: u32, j: u32) -> vec3f {
  let length2 = dot(e, e);
  if (length2 <= 1e-12 * rest * rest) {
    var d = vec3f(0.0);
    d[spring % 3u] = select(-rest, rest, i < j);
    return d;
  }
  return (rest / sqrt(length2)) * e;
}
