// As in membrane-product.ts.
fn along(f: vec3f, axis: vec3f, d: vec3f) -> vec3f {
  let length2 = dot(f, f);
  let n = directionOr(f, axis);
  var share = 0.0;
  if (length2 > 1.0) { share = 1.0 - 1.0 / sqrt(length2); }
  return share * d + ((1.0 - share) * dot(n, d)) * n;
}

// The energy of a triangle in place of a spring, [LBOK13] Sec. 6
fn membraneProduct(element: u32) {
  let i = corners[3u * element];
  let j = corners[3u * element + 1u];
  let k = corners[3u * element + 2u];
  let hats = numbers[2u * element];
  let w = numbers[2u * element + 1u];
  let d1 = x[j].xyz - x[i].xyz + (delta[j].xyz - delta[i].xyz);
  let d2 = x[k].xyz - x[i].xyz + (delta[k].xyz - delta[i].xyz);
  let p1 = direction[j].xyz - direction[i].xyz;
  let p2 = direction[k].xyz - direction[i].xyz;
  let fu = hats.x * d1 + hats.y * d2;
  let fv = hats.z * d1 + hats.w * d2;
  let du = hats.x * p1 + hats.y * p2;
  let dv = hats.z * p1 + hats.w * p2;
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
  let normal = cross(ru, rv);
  let u12 = dot(ru, fv);
  let half = 0.5 * (dot(ru, fu) - dot(rv, fv));
  let away = sqrt(half * half + u12 * u12);
  let large = 1.0 / max(0.5 * sum + away, 1.0);
  let small = 1.0 / max(0.5 * sum - away, 1.0);
  var bend = 0.0;
  if (away > 1e-6) { bend = (large - small) / (2.0 * away); }
  let mean = 0.5 * (large + small);
  let turn = (dot(rv, du) - dot(ru, dv)) / max(sum, 2.0);
  let outU = dot(normal, du);
  let outV = dot(normal, dv);
  let leanU = (mean + bend * half) * outU + bend * u12 * outV;
  let leanV = bend * u12 * outU + (mean - bend * half) * outV;
  let pu = w.x * along(fu, e1, du) + w.z * (du - turn * rv - leanU * normal);
  let pv = w.y * along(fv, e2, dv) + w.z * (dv + turn * ru - leanV * normal);
  let q1 = hats.x * pu + hats.z * pv;
  let q2 = hats.y * pu + hats.w * pv;
  let at = params.base + 3u * element;
  contributions[at] = vec4f(q1 + q2, 0.0);
  contributions[at + 1u] = vec4f(-q1, 0.0);
  contributions[at + 2u] = vec4f(-q2, 0.0);
}
