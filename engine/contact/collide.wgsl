const STEPS = 32u;
const PUSHES = 3u;
const NEAR = 0.01;
const RECORD = 6u;

fn turned(q: vec4f, p: vec3f) -> vec3f {
  return p + 2.0 * cross(q.xyz, cross(q.xyz, p) + q.w * p);
}

fn into(record: u32, p: vec3f) -> vec3f {
  let turn = colliders[record + 1u];
  return turned(vec4f(-turn.xyz, turn.w), p - colliders[record].xyz);
}

fn collide(i: u32) {
  touch[i] = vec4f(0.0);
  if (masses[i].y == 0.0) { return; }
  for (var k = 0u; k < params.count; k++) { meet(i, k * RECORD); }
}

fn meet(i: u32, shape: u32) {
  let id = u32(colliders[shape].x);
  let dimensions = colliders[shape + 1u];
  let radius = masses[i].z;
  let thick = vec4f(0.0, 0.0, 0.0, radius);
  let y = x[i].xyz;
  var a = into(shape + 2u, y - params.h * v[i].xyz);
  var b = into(shape + 4u, y + delta[i].xyz);
  let path = b - a;
  let size = length(path);
  var here = fieldAt(id, dimensions, a) - thick;
  if (here.w > size) { return; }
  var out = vec3f(0.0);
  if (here.w < 0.0) {
    out = -here.w * here.xyz;
    a += out;
    b += out;
    here.w = 0.0;
  }
  var c = a;
  var t = 0.0;
  for (var step = 0u; step < STEPS && here.w > NEAR * radius; step++) {
    t += here.w / size;
    if (t > 1.0) { return; }
    c = a + t * path;
    here = fieldAt(id, dimensions, c) - thick;
  }
  var normal = here.xyz;
  var place = b + max(0.0, dot(c - b, normal) - here.w) * normal;
  for (var push = 0u; push < PUSHES; push++) {
    let left = fieldAt(id, dimensions, place) - thick;
    if (left.w >= 0.0) { break; }
    normal = left.xyz;
    place -= left.w * normal;
  }
  let depth = max(0.0, dot(place - b, normal));

  let pair = pairs[u32(masses[i].w) * params.materials + u32(colliders[shape].y)];
  let way = place - a;
  let slip = way - dot(way, normal) * normal;
  let slipped = length(slip);
  var held = 1.0;
  if (slipped > pair.x * depth) { held = pair.y * depth / slipped; }
  let approach = -params.rate * dot(b - a, normal);
  let leaving = params.rate * dot(way, normal);
  var boost = 0.0;
  if (depth > 0.0 && approach > params.slow) { boost = max(0.0, pair.z * approach - leaving); }

  let turn = colliders[shape + 5u];
  x[i] = vec4f(y + turned(turn, out), x[i].w);
  delta[i] = vec4f(delta[i].xyz + turned(turn, place - held * slip - b), 0.0);
  touch[i] += vec4f(boost * turned(turn, normal), depth);
}
