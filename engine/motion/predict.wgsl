fn predict(i: u32) {
  let keep = 1.0 - min(1.0, params.h * params.damping);
  let inverseMass = masses[i].y;
  delta[i] = vec4f(0.0);
  if (inverseMass == 0.0) {
    v[i].w = 0.0;
    return;
  }
  let g = vec3f(params.gx, params.gy, params.gz);
  // [NP17] Alg. 2, [PNF18] Alg. 2
  let velocity = keep * v[i].xyz + params.h * (g + force[i].xyz * inverseMass);
  let y = x[i].xyz + params.h * velocity;
  if (isSound(y) && isSound(velocity)) {
    x[i] = vec4f(y, x[i].w);
    v[i] = vec4f(velocity, 0.0);
  } else {
    x[i].w = 1.0;
    v[i] = vec4f(0.0);
  }
}
