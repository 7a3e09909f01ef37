// Notes those of them that the item may meet, `met` in all, after the `before` of others.
fn note(item: u32, others: vec2u, met: u32, before: u32) {
  let end = min(NOTED, before + met);
  var at = before;
  for (var other = others.x; at < end; other++) {
    if (!mayMeet(item, other)) { continue; }
    noted[NOTED * item + at] = other;
    at++;
  }
}

fn countContacts(item: u32, lane: u32) {
  let others = inCell(item, lane);
  let met = countIn(item, others);
  note(item, others, met, sumUpTo(lane, met) - met);
  var all = upTo[LANES - 1u];
  if (starts[params.bins] < params.count) {
    let balls = ofBalls(lane);
    let touched = countIn(item, balls);
    note(item, balls, touched, all + sumUpTo(lane, touched) - touched);
    all += upTo[LANES - 1u];
  }
  if (lane == 0u) { counts[u32(places[4u * item + 1u].w)] = all; }
}
