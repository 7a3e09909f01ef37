fn particleSums(block: u32) {
  let g = vec3f(params.gx, params.gy, params.gz);
  var totals = vec4f(0.0);
  for (var i = block * BLOCK; i < min(params.count, (block + 1u) * BLOCK); i++) {
    let mass = masses[i].x;
    totals.x += 0.5 * mass * dot(v[i].xyz, v[i].xyz);
    totals.y -= mass * dot(g, x[i].xyz);
    totals.z += x[i].w;
  }
  particleTotals[block] = totals;
}
