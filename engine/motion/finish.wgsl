fn finish(i: u32) {
  let q = x[i].xyz + delta[i].xyz;
  // [LBOK13] Eq. (4): h v = q − q_prev
  let velocity = v[i].xyz + params.rate * delta[i].xyz;
  if (isSound(q) && isSound(velocity)) {
    x[i] = vec4f(q, x[i].w);
    v[i] = vec4f(velocity, v[i].w);
  } else {
    x[i] = vec4f(x[i].xyz - params.h * v[i].xyz, 1.0);
    v[i] = vec4f(0.0);
  }
}
