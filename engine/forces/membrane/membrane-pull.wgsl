// [LBOK13] Eq. (10) with the polar decomposition of Sec. 6
fn membranePull(element: u32) {
  let i = corners[3u * element];
  let j = corners[3u * element + 1u];
  let k = corners[3u * element + 2u];
  let hats = numbers[2u * element];
  let w = numbers[2u * element + 1u];
  let d1 = x[j].xyz - x[i].xyz + (delta[j].xyz - delta[i].xyz);
  let d2 = x[k].xyz - x[i].xyz + (delta[k].xyz - delta[i].xyz);
  let fu = hats.x * d1 + hats.y * d2;
  let fv = hats.z * d1 + hats.w * d2;
  let e1 = firstAxis(fu, fv, element);
  let e2 = secondAxis(fv, e1, element);
  let g12 = dot(fv, e1);
  let trace = dot(fu, e1) + dot(fv, e2);
  let sum = sqrt(trace * trace + g12 * g12);
  var cosine = 1.0;
  var sine = 0.0;
  if (sum > 0.0) {
    cosine = trace / sum;
    sine = -g12 / sum;
  }
  let ru = cosine * e1 + sine * e2;
  let rv = cosine * e2 - sine * e1;
  let pu = w.x * (directionOr(fu, e1) - params.own * fu) + w.z * (ru - params.own * fu);
  let pv = w.y * (directionOr(fv, e2) - params.own * fv) + w.z * (rv - params.own * fv);
  let q1 = hats.x * pu + hats.z * pv;
  let q2 = hats.y * pu + hats.w * pv;
  let at = params.base + 3u * element;
  contributions[at] = vec4f(-(q1 + q2), 0.0);
  contributions[at + 1u] = vec4f(q1, 0.0);
  contributions[at + 2u] = vec4f(q2, 0.0);
}
