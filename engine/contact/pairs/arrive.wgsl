fn arrive(i: u32) {
  delta[i] += vec4f(free[params.particles + i].xyz - free[i].xyz, 0.0);
}
