// A low-pass filter of velocities; see smooth-velocity.ts.
fn smoothVelocity(i: u32) {
  let vi = v[i];
  var sum = vec3f(0.0);
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    let j = neighbours[entry];
    if (j == i || springs[springOf[entry]].y == 0.0) { continue; }
    sum += min(massShares[i], massShares[j]) * (v[j].xyz - vi.xyz);
  }
  // [NP17] Ch. 9.
  smoothed[i] = vec4f(vi.xyz + params.blend * masses[i].y * sum, vi.w);
}
