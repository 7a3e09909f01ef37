fn unpin(i: u32) {
  let mass = masses[i].x;
  masses[i].y = 0.0;
  if (mass > 0.0) { masses[i].y = 1.0 / mass; }
}
