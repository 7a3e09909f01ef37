// See rail.ts.
const FIXED = 0u;
const RAIL = 1u;
const PLANE = 2u;
const WELD = 3u;
const HOLD = 3u;
const COLLIDER = 6u;
const BEGIN = 2u;
const END = 4u;

struct Hold {
  slot: u32,
  other: u32,
  kind: u32,
  frame: u32,
  first: u32,
  points: u32,
  still: bool,
  place: vec3f,
}

fn holdAt(k: u32) -> Hold {
  let a = holds[HOLD * k];
  let b = holds[HOLD * k + 1u];
  return Hold(u32(a.x), u32(a.y), u32(a.z), u32(a.w), u32(b.x), u32(b.y), b.z > 0.0, holds[HOLD * k + 2u].xyz);
}

fn turned(q: vec4f, p: vec3f) -> vec3f {
  return p + 2.0 * cross(q.xyz, cross(q.xyz, p) + q.w * p);
}

fn intoFrame(frame: u32, begins: u32, p: vec3f) -> vec3f {
  if (frame == 0u) { return p; }
  let pose = COLLIDER * (frame - 1u) + begins;
  let turn = colliders[pose + 1u];
  return turned(vec4f(-turn.xyz, turn.w), p - colliders[pose].xyz);
}

fn outOfFrame(frame: u32, begins: u32, p: vec3f) -> vec3f {
  if (frame == 0u) { return p; }
  let pose = COLLIDER * (frame - 1u) + begins;
  return colliders[pose].xyz + turned(colliders[pose + 1u], p);
}

struct Found { place: vec3f, axis: vec3f }

fn onRail(hold: Hold, p: vec3f) -> Found {
  var found: Found;
  var least = 3.4e38;
  for (var k = hold.first; k < hold.first + hold.points - 1u; k++) {
    let start = rails[k].xyz;
    let way = rails[k + 1u].xyz - start;
    let place = start + clamp(dot(p - start, way) / dot(way, way), 0.0, 1.0) * way;
    let distance2 = dot(p - place, p - place);
    if (distance2 < least) {
      least = distance2;
      found = Found(place, normalize(way));
    }
  }
  return found;
}

fn nearest(hold: Hold, p: vec3f) -> Found {
  if (hold.kind == WELD) { return Found(p, vec3f(0.0)); }
  let inside = intoFrame(hold.frame, END, p);
  var found: Found;
  if (hold.kind == RAIL) {
    found = onRail(hold, inside);
  } else {
    let normal = rails[hold.first + 1u].xyz;
    found = Found(inside - dot(normal, inside - rails[hold.first].xyz) * normal, normal);
  }
  if (hold.frame == 0u) { return found; }
  let turn = colliders[COLLIDER * (hold.frame - 1u) + END + 1u];
  return Found(outOfFrame(hold.frame, END, found.place), turned(turn, found.axis));
}

fn allowed(kind: u32, axis: vec3f, step: vec3f) -> vec3f {
  if (kind == RAIL) { return dot(axis, step) * axis; }
  if (kind == PLANE) { return step - dot(axis, step) * axis; }
  return step;
}
