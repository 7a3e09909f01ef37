// See rail.ts.
const FIXED = 0u;
const RAIL = 1u;
const PLANE = 2u;
const WELD = 3u;
const TIE = 3u;
const COLLIDER = 6u;
const BEGIN = 2u;
const END = 4u;

struct Tie {
  slot: u32,
  other: u32,
  kind: u32,
  frame: u32,
  first: u32,
  points: u32,
  still: u32,
  friction: f32,
  place: vec3f,
}

fn tieAt(k: u32) -> Tie {
  let a = ties[TIE * k];
  let b = ties[TIE * k + 1u];
  let c = ties[TIE * k + 2u];
  return Tie(u32(a.x), u32(a.y), u32(a.z), u32(a.w), u32(b.x), u32(b.y), u32(b.z), b.w, c.xyz);
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

fn onRail(tie: Tie, p: vec3f) -> Found {
  var found: Found;
  var least = 3.4e38;
  for (var k = tie.first; k < tie.first + tie.points - 1u; k++) {
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

fn nearest(tie: Tie, p: vec3f) -> Found {
  if (tie.kind == WELD) { return Found(p, vec3f(0.0)); }
  let inside = intoFrame(tie.frame, END, p);
  var found: Found;
  if (tie.kind == RAIL) {
    found = onRail(tie, inside);
  } else {
    let normal = rails[tie.first + 1u].xyz;
    found = Found(inside - dot(normal, inside - rails[tie.first].xyz) * normal, normal);
  }
  if (tie.frame == 0u) { return found; }
  let turn = colliders[COLLIDER * (tie.frame - 1u) + END + 1u];
  return Found(outOfFrame(tie.frame, END, found.place), turned(turn, found.axis));
}

fn allowed(kind: u32, axis: vec3f, step: vec3f) -> vec3f {
  if (kind == RAIL) { return dot(axis, step) * axis; }
  if (kind == PLANE) { return step - dot(axis, step) * axis; }
  return step;
}
