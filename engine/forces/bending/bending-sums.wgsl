// The energy of [BWH*06], with a rest angle
fn bendingSums(block: u32) {
  var energy = 0.0;
  for (var element = block * BLOCK; element < min(params.count, (block + 1u) * BLOCK); element++) {
    let origin = x[corners[4u * element]].xyz;
    let c = numbers[element];
    let v = c.x * (x[corners[4u * element + 1u]].xyz - origin)
      + c.y * (x[corners[4u * element + 2u]].xyz - origin)
      + c.z * (x[corners[4u * element + 3u]].xyz - origin);
    let beyond = sqrt(dot(v, v)) - c.w;
    energy += 0.5 * beyond * beyond;
  }
  totals[block] = vec4f(energy, 0.0, 1.0, 1.0);
}
