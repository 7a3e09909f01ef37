fn particleSums(block: u32) {
  let g = vec3f(params.gx, params.gy, params.gz);
  var totals = vec4f(0.0);
  for (var i = block * 256u; i < min(params.count, (block + 1u) * 256u); i++) {
    let mass = particles[i].x;
    totals.x += 0.5 * mass * dot(v[i].xyz, v[i].xyz);
    totals.y -= mass * dot(g, x[i].xyz);
    totals.z += x[i].w;
  }
  particleTotals[block] = totals;
}
