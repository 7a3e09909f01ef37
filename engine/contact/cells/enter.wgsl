// [NP17] 3.4: particles sorted by cell
fn enter(i: u32) {
  let found = binOf[i];
  members[starts[found.x] + found.y] = vec2u(i, found.x);
}
