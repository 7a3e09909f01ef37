const SIGHT = 1.1;
const NOTED = 32u;
const TURN = 0.25;
const MOST_TURN = 0.9;
const AT_REST = 1.99;

// The closest approach of a + t e, and its length in w.
fn nearestOf(a: vec3f, e: vec3f) -> vec4f {
  let length2 = dot(e, e);
  var t = 0.0;
  if (length2 > 0.0) { t = clamp(-dot(a, e) / length2, 0.0, 1.0); }
  let nearest = a + t * e;
  return vec4f(nearest, length(nearest));
}

// Whether two come within the candidate distance plus `more` metres.
fn isInSight(a: vec3f, e: vec3f, reach: f32, skin: f32) -> bool {
  return nearestOf(a, e).w < SIGHT * reach + min(MOST_TURN * reach, TURN * length(e)) + skin;
}
