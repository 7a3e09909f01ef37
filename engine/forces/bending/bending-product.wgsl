// As in bending-product.ts.
// The energy of [BWH*06], with a rest angle
fn bendingProduct(element: u32) {
  let o = corners[4u * element];
  let i = corners[4u * element + 1u];
  let j = corners[4u * element + 2u];
  let k = corners[4u * element + 3u];
  let c = numbers[element].xyz;
  let rest = numbers[element].w;
  let v = c.x * (x[i].xyz - x[o].xyz + (delta[i].xyz - delta[o].xyz))
    + c.y * (x[j].xyz - x[o].xyz + (delta[j].xyz - delta[o].xyz))
    + c.z * (x[k].xyz - x[o].xyz + (delta[k].xyz - delta[o].xyz));
  let d = c.x * (direction[i].xyz - direction[o].xyz)
    + c.y * (direction[j].xyz - direction[o].xyz)
    + c.z * (direction[k].xyz - direction[o].xyz);
  let length2 = dot(v, v);
  var share = 0.0;
  if (length2 > rest * rest) { share = 1.0 - rest / sqrt(length2); }
  var straight = 0.0;
  if (share < 1.0 && length2 > 0.0) { straight = (1.0 - share) * dot(v, d) / length2; }
  let q = share * d + straight * v;
  let at = params.base + 4u * element;
  contributions[at] = vec4f(c.x * q + c.y * q + c.z * q, 0.0);
  contributions[at + 1u] = vec4f(-c.x * q, 0.0);
  contributions[at + 2u] = vec4f(-c.y * q, 0.0);
  contributions[at + 3u] = vec4f(-c.z * q, 0.0);
}
