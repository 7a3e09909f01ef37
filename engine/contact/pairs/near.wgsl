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

// What of a particle matters to others: where it begins, its way, where it is at rest.
struct Seen { begin: vec4f, way: vec4f, rest: vec4f }

fn seenAt(place: u32) -> Seen {
  return Seen(places[4u * place], places[4u * place + 1u], places[4u * place + 2u]);
}

// Whether two are of one body, and so near at rest that they don't meet.
fn areNeighbours(a: Seen, b: Seen, reach: f32) -> bool {
  if (a.rest.w != b.rest.w) { return false; }
  return params.own == 0u || length(a.rest.xyz - b.rest.xyz) < AT_REST * reach;
}

// Whether two may meet in the step.
fn mayMeet(a: Seen, b: Seen) -> bool {
  let reach = a.begin.w + b.begin.w;
  let e = a.way.xyz - b.way.xyz;
  if (nearestOf(a.begin.xyz - b.begin.xyz, e).w >= sightFor(reach, e)) { return false; }
  return !areNeighbours(a, b, reach);
}
