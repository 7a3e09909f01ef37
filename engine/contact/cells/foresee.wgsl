fn foresee(i: u32) {
  let gone = params.h * v[i].xyz;
  moves[2u * i] = vec4f(x[i].xyz - gone, masses[i].z);
  moves[2u * i + 1u] = vec4f(soundOr0(delta[i].xyz + gone), masses[i].w);
  touch[i] = vec4f(0.0);
}
