const MENDED = 0.1;
const MOST_MENDED = 100.0;

// The impulse on particle i from particle j; 1 in w where they meet.
fn impulseBetween(i: u32, j: u32) -> vec4f {
  let between = x[i].xyz - x[j].xyz;
  let a = between - params.h * (v[i].xyz - v[j].xyz);
  let b = between + (delta[i].xyz - delta[j].xyz);
  let reach = masses[i].z + masses[j].z;
  let yielding = max(1.0, delta[i].w) * masses[i].y + max(1.0, delta[j].w) * masses[j].y;
  let way = b - a;
  let apart = length(a);
  var n = vec3f(0.0, select(-1.0, 1.0, i < j), 0.0);
  var wanted = reach;
  if (apart >= reach) {
    let length2 = dot(way, way);
    let towards = dot(a, way);
    let root = towards * towards - length2 * (apart * apart - reach * reach);
    if (towards >= 0.0 || root < 0.0) { return vec4f(0.0); }
    let t = (-towards - sqrt(root)) / length2;
    if (t > 1.0) { return vec4f(0.0); }
    n = (a + t * way) / reach;
  } else {
    let most = select(reach, MOST_MENDED * params.h * params.h, params.h > 0.0);
    wanted = apart + min(most, MENDED * (reach - apart));
    if (apart > 0.0) { n = a / apart; }
  }
  let depth = wanted - dot(b, n);
  if (!(depth > 0.0) || yielding == 0.0) { return vec4f(0.0); }
  let slip = way - dot(way, n) * n;
  let slipped = length(slip);
  let pair = pairs[u32(masses[i].w) * params.materials + u32(masses[j].w)];
  var held = 1.0;
  if (slipped > pair.x * depth) { held = pair.y * depth / slipped; }
  return vec4f((depth * n - held * slip) / yielding, 1.0);
}
