// [NP17] 3.4: particles sorted by cell
fn scatter(member: u32) {
  let i = members[member].x;
  let bin = members[member].y;
  let begin = rest[i];
  var rank = member;
  if (begin.w >= 0.0) {
    rank = starts[bin];
    let end = starts[bin + 1u];
    for (var k = starts[bin]; k < end; k++) { rank += select(0u, 1u, members[k].x < i); }
  }
  let place = 3u * rank;
  places[place] = moves[2u * i];
  places[place + 1u] = vec4f(moves[2u * i + 1u].xyz, f32(i));
  places[place + 2u] = begin;
}
