const STEPS = 32u;
const PUSHES = 3u;
const NEAR = 0.01;
const SLIDES = 4u;
const STOP = 0.5;
const RECORD = 6u;

fn isFar(shape: u32, q: vec3f, p: vec3f, radius: f32) -> bool {
  let a = q - colliders[shape + 2u].xyz;
  let near = colliders[shape + 2u].w + radius + length(p - colliders[shape + 4u].xyz - a);
  return dot(a, a) > near * near;
}

fn collide(i: u32) {
  if (params.keep == 0u) { touch[i] = vec4f(0.0); }
  if (params.probe > 0u) { touch[params.probe + i] = vec4f(0.0); }
  if (masses[i].y == 0.0) { return; }
  for (var k = 0u; k < params.count; k++) { meet(i, k * RECORD); }
}

fn field(shape: u32, p: vec3f, radius: f32, reach: f32) -> vec4f {
  return fieldAt(shape, p, reach) - vec4f(0.0, 0.0, 0.0, radius);
}

fn meet(i: u32, shape: u32) {
  let radius = masses[i].z;
  let y = x[i].xyz;
  let q = y - params.h * v[i].xyz;
  let p = y + delta[i].xyz;
  if (isFar(shape, q, p, radius)) { return; }
  var a = into(shape + 2u, q);
  var b = into(shape + 4u, p);
  let path = b - a;
  if (!isSound(path)) { return; }
  let size = length(path);
  let reach = size + 2.0 * radius;
  var here = field(shape, a, radius, reach);
  if (here.w > size) { return; }
  var out = vec3f(0.0);
  if (here.w < 0.0) {
    out = -here.w * here.xyz;
    a += out;
    b += out;
    here.w = 0.0;
  }
  var c = a;
  var gone = 0.0;
  for (var step = 0u; step < STEPS && here.w > NEAR * radius; step++) {
    gone += here.w;
    if (gone > size) { return; }
    c = a + gone / size * path;
    here = field(shape, c, radius, reach);
  }
  let normal = here.xyz;
  let depth = max(0.0, dot(c - b, normal) - here.w);
  let which = u32(masses[i].w) * params.materials + u32(colliders[shape].y);
  let pair = pairs[which];
  let way = b + depth * normal - a;
  let along = dot(way, normal);
  let slip = way - along * normal;
  let slipped = length(slip);
  var held = 1.0;
  // [NP17] 5.3.6, without its factor ½
  if (slipped > pair.x * depth) { held = pair.y * depth / slipped; }
  var place = a + way - held * slip;
  if (colliders[shape].w > 0.0 && radius > 0.0) { place = slide(shape, c, here, place, radius, reach); }
  for (var push = 0u; push < PUSHES; push++) {
    let left = field(shape, place, radius, reach);
    if (left.w >= 0.0) { break; }
    place -= left.w * left.xyz;
  }
  let approach = -params.rate * dot(path, normal);
  let leaving = params.rate * along;
  var boost = 0.0;
  if (depth > 0.0 && approach > params.slow) { boost = max(0.0, pair.z * approach - leaving); }

  let turn = colliders[shape + 5u];
  x[i] = vec4f(y + turned(turn, out), x[i].w);
  let up = turned(turn, normal);
  touch[i] += vec4f(boost * up, depth);
  if (params.probe == 0u) {
    delta[i] = vec4f(delta[i].xyz + turned(turn, place - b), delta[i].w);
  } else if (depth > 0.0) {
    touch[params.probe + i] = vec4f(up, dot(path, normal) + depth);
    touch[2u * params.probe + i] = vec4f(p - q - turned(turn, path), f32(which));
  }
}

fn slide(shape: u32, start: vec3f, first: vec4f, goal: vec3f, radius: f32, reach: f32) -> vec3f {
  var c = start;
  var here = first;
  var place = goal;
  for (var k = 0u; k < SLIDES; k++) {
    let path = place - c;
    let size = length(path);
    var p = c;
    var gone = 0.0;
    for (var step = 0u; step < STEPS && here.w + radius >= STOP * radius; step++) {
      gone += here.w + radius;
      if (gone >= size) { return place; }
      p = c + gone / size * path;
      here = field(shape, p, radius, reach);
    }
    place += max(0.0, dot(p - place, here.xyz) - here.w) * here.xyz;
    c = p + max(0.0, -here.w) * here.xyz;
    here = field(shape, c, radius, reach);
  }
  return c;
}
