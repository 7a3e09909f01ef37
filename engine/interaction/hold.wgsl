fn hold(k: u32) {
  let i = held[k];
  let mass = holds[2u * k + 1u].x;
  let inverse = masses[i].y;
  if (mass == 0.0 || inverse == 0.0) { return; }
  let h = params.h;
  let q = x[i].xyz - h * v[i].xyz;
  let free = v[i].xyz + h * (1.0 / mass - inverse) * force[i].xyz;
  let velocity = (mass * free + h * holds[2u * k].w * (holds[2u * k].xyz - q)) * inverse;
  v[i] = vec4f(velocity, v[i].w);
  x[i] = vec4f(q + h * velocity, x[i].w);
}
