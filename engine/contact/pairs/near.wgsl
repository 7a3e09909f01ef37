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

// Whether the ways of two come near; with where they begin, their radii.
fn comeNear(begin: vec4f, way: vec4f, otherBegin: vec4f, otherWay: vec4f) -> bool {
  let e = way.xyz - otherWay.xyz;
  return nearestOf(begin.xyz - otherBegin.xyz, e).w < sightFor(begin.w + otherBegin.w, e);
}

// Whether two are of one body, and so near at rest that they don't meet.
fn areNeighbours(item: u32, other: u32) -> bool {
  let ri = places[4u * item + 2u];
  let rj = places[4u * other + 2u];
  if (ri.w != rj.w) { return false; }
  return params.own == 0u || length(ri.xyz - rj.xyz) < AT_REST * (places[4u * item].w + places[4u * other].w);
}
