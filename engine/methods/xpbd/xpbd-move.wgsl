// What all springs of a particle move it by; see xpbd-move.ts.
fn xpbdMove(i: u32) {
  var sum = vec3f(0.0);
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    let j = neighbours[entry];
    if (j == i) { continue; }
    let push = pushes[springOf[entry]].xyz;
    if (i < j) { sum += push; } else { sum -= push; }
  }
  // [MMC16] Eq. (17).
  delta[i] = vec4f(delta[i].xyz + masses[i].y * sum, 0.0);
}
