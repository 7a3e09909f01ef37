// funnel.ts in WGSL.
const NEWTON_STEPS = 10u;

fn funnelField(p: vec3f, dimensions: vec4f, own: u32, reach: f32) -> vec4f {
  let a = dimensions.x;
  let bottom = dimensions.y;
  let top = dimensions.z;
  let half = dimensions.w;
  let r = length(p.xz);
  let past = max(max(p.y - top, bottom - p.y), r - shapeData[own].y);
  if (past - half > reach) { return vec4f(0.0, 1.0, 0.0, past - half); }
  let height = clamp(p.y, bottom, top);
  let gap = r - exp(height / a);
  let bound = abs(gap) * shapeData[own].x - half;
  if (bound > reach) { return vec4f(0.0, 1.0, 0.0, bound); }
  let low = select(bottom, height, gap > 0.0);
  let high = select(height, top, gap > 0.0);
  let discriminant = r * r - 8.0 * a * a;
  let q = vec2f(r, p.y);
  if (!(gap > 0.0 && discriminant > 0.0)) { return revolved(p, wallField(q, a, low, high, half)); }
  let root = sqrt(discriminant);
  let end = clamp(a * log(2.0 * a * a / (r + root)), low, high);
  let begin = clamp(a * log((r + root) / 4.0), low, high);
  let below = wallField(q, a, low, end, half);
  let above = wallField(q, a, begin, high, half);
  return revolved(p, select(above, below, below.w < above.w));
}

fn wallSlope(q: vec2f, a: f32, s: f32, e: f32) -> f32 {
  return (e - q.x) * e / a + s - q.y;
}

fn wallField(q: vec2f, a: f32, low: f32, high: f32, half: f32) -> vec4f {
  var s = low;
  if (wallSlope(q, a, high, exp(high / a)) <= 0.0) {
    s = high;
  } else if (wallSlope(q, a, low, exp(low / a)) < 0.0) {
    var between = vec2f(low, high);
    let near = 1e-5 * a;
    s = clamp(q.y, low, high);
    for (var k = 0u; k < NEWTON_STEPS; k++) {
      let e = exp(s / a);
      let rising = wallSlope(q, a, s, e);
      if (rising > 0.0) { between.y = s; } else { between.x = s; }
      let curvature = (2.0 * e - q.x) * e / (a * a) + 1.0;
      let next = s - rising / curvature;
      let isGood = curvature > 0.0 && next > between.x - near && next < between.y + near;
      let last = s;
      s = select((between.x + between.y) / 2.0, next, isGood);
      if (abs(s - last) < 0.01 * near) { break; }
    }
  }
  s = clamp(s, low, high);
  let e = exp(s / a);
  let away = q - vec2f(e, s);
  let distance = length(away);
  if (distance > 1e-6 * half) { return vec4f(away / distance, 0.0, distance - half); }
  return vec4f(vec2f(-a, e) / length(vec2f(a, e)), 0.0, -half);
}
