fn handSums(item: u32) {
  let g = vec3f(params.gx, params.gy, params.gz);
  var totals = vec4f(0.0);
  for (var k = 0u; k < params.count; k++) {
    let i = held[k];
    let stiffness = holds[2u * k].w;
    let mass = holds[2u * k + 1u].x;
    if (mass == 0.0) { continue; }
    let added = mass - masses[i].x;
    let damping = (-added - params.h * params.h * stiffness) / params.h;
    let moved = x[i].xyz - fromX[i].xyz;
    totals.x += 0.5 * added * dot(v[i].xyz, v[i].xyz);
    totals.y -= added * dot(g, x[i].xyz);
    if (masses[i].y == 0.0) { continue; }
    let hand = stiffness * (holds[2u * k].xyz - x[i].xyz) - damping * moved / params.h;
    totals.z += dot(hand, moved);
    totals.w += 0.5 * added * (params.keep * params.keep - 1.0) * dot(fromV[i].xyz, fromV[i].xyz);
  }
  handTotals[item] = totals;
}
