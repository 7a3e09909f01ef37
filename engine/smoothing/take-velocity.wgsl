// v = ṽ; see take-velocity.ts.
fn takeVelocity(i: u32) {
  v[i] = smoothed[i];
}
