const SIGHT = 1.1;
const NOTED = 32u;
const TURN = 0.25;
const MOST_TURN = 0.9;
const AT_REST = 2.0;

// Where the ways a + t e of two are nearest to each other, and how near in w.
fn nearestOf(a: vec3f, e: vec3f) -> vec4f {
  let length2 = dot(e, e);
  var t = 0.0;
  if (length2 > 0.0) { t = clamp(-dot(a, e) / length2, 0.0, 1.0); }
  let nearest = a + t * e;
  return vec4f(nearest, length(nearest));
}

// How near two come that are kept in sight, their ways differing by e.
fn sightFor(reach: f32, e: vec3f) -> f32 {
  return SIGHT * reach + min(MOST_TURN * reach, TURN * length(e));
}

// Whether two are of one body, and so near at rest that they don't meet.
fn areNeighbours(item: u32, other: u32, reach: f32) -> bool {
  let ri = places[4u * item + 2u];
  let rj = places[4u * other + 2u];
  if (ri.w != rj.w) { return false; }
  return params.own == 0u || length(ri.xyz - rj.xyz) < AT_REST * reach;
}

// Whether a particle may meet another in the step.
fn mayMeet(item: u32, other: u32) -> bool {
  let begin = places[4u * item];
  let seen = places[4u * other];
  let reach = begin.w + seen.w;
  let e = places[4u * item + 1u].xyz - places[4u * other + 1u].xyz;
  if (nearestOf(begin.xyz - seen.xyz, e).w >= sightFor(reach, e)) { return false; }
  return !areNeighbours(item, other, reach);
}
