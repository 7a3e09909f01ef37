fn carry(i: u32) {
  var sum = delta[i].xyz;
  for (var m = 0u; m < params.movers; m++) {
    sum += modes[m * params.count + i] * travel[m].xyz;
  }
  delta[i] = vec4f(sum, delta[i].w);
}
