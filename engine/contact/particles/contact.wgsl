// The impulse of a contact after one more round: friction, and along the normal in w. plane: n, s.
fn answered(plane: vec4f, u: vec3f, yielding: f32, impulse: vec4f, coefficients: vec4f) -> vec4f {
  let along = dot(plane.xyz, u);
  let pressed = max(0.0, impulse.w + (plane.w - along) / yielding);
  if (pressed == 0.0) { return vec4f(0.0); }
  let held = impulse.xyz - (u - along * plane.xyz) / yielding;
  let size = length(held);
  var kept = 1.0;
  if (size > coefficients.x * pressed) { kept = coefficients.y * pressed / size; }
  return vec4f(kept * held, pressed);
}
