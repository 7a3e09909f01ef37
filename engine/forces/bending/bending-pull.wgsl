// [LBOK13] Eq. (10) for the energy of [BWH*06] with a rest angle
fn bendingPull(element: u32) {
  let o = corners[4u * element];
  let i = corners[4u * element + 1u];
  let j = corners[4u * element + 2u];
  let k = corners[4u * element + 3u];
  let c = numbers[element].xyz;
  let rest = numbers[element].w;
  let v = c.x * (x[i].xyz - x[o].xyz + (delta[i].xyz - delta[o].xyz))
    + c.y * (x[j].xyz - x[o].xyz + (delta[j].xyz - delta[o].xyz))
    + c.z * (x[k].xyz - x[o].xyz + (delta[k].xyz - delta[o].xyz));
  let length2 = dot(v, v);
  var p = vec3f(0.0);
  if (length2 > 1e-12 * rest * rest && length2 > 0.0) {
    p = (rest / sqrt(length2)) * v;
  } else {
    p[element % 3u] = rest;
  }
  let q = p - params.own * v;
  let at = params.base + 4u * element;
  contributions[at] = vec4f(-(c.x * q + c.y * q + c.z * q), 0.0);
  contributions[at + 1u] = vec4f(c.x * q, 0.0);
  contributions[at + 2u] = vec4f(c.y * q, 0.0);
  contributions[at + 3u] = vec4f(c.z * q, 0.0);
}
