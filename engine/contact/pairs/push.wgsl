const CONTACTS = 24u;

fn push(i: u32) {
  var moved = vec4f(0.0);
  for (var k = i * CONTACTS; k < (i + 1u) * CONTACTS && contacts[k] != i; k++) {
    moved += impulseBetween(i, contacts[k]);
  }
  next[i] = vec4f(delta[i].xyz + masses[i].y * moved.xyz, moved.w);
}
