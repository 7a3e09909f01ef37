fn conjugacySums(block: u32) {
  var total = vec3f(0.0);
  for (var i = block * BLOCK; i < min(params.count, (block + 1u) * BLOCK); i++) {
    // The products in β of [PR69]
    let s = delta[i].xyz;
    let r = force[i].xyz;
    total += vec3f(dot(s, r), dot(s, before[i].xyz), dot(direction[i].xyz, r));
  }
  sums[block] = vec4f(total, 0.0);
}
