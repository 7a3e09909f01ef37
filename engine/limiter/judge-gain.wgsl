fn judgeGain(item: u32) {
  var made = 0.0;
  var given = 0.0;
  for (var line = 0u; line < params.lines; line++) {
    let joules = ledger[13u + line].x;
    if (((params.sources >> line) & 1u) != 0u) {
      given += max(0.0, joules);
    } else {
      made += joules;
    }
  }
  let kinetic = ledger[4].x;
  let potential = ledger[7].x;
  if (rein[0].z == 0.0 || made < rein[1].x) {
    rein[0].z = 1.0;
    rein[1] = vec4f(made, kinetic + ledger[5].x + ledger[6].x, potential, given);
  }
  let there = rein[1].y + abs(potential - rein[1].z) + max(0.0, given - rein[1].w);
  let gained = made - rein[1].x - 0.5 * there;
  let moving = kinetic - there;
  let excess = min(gained, moving) - params.slack;
  rein[0].x = 1.0;
  if (excess > 0.0) {
    rein[0].x = 0.0;
    if (excess < 0.5 * kinetic) { rein[0].x = sqrt(1.0 - excess / kinetic); }
    rein[0].y += 1.0;
    reining[item] = 1u;
  }
}
