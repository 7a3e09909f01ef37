fn aim(block: u32) {
  let o = ray[0].xyz;
  let d = ray[1].xyz;
  let tolerance = f32(params.wide) * ray[0].w;
  var best = vec4f(1e30, 0.0, 0.0, 0.0);
  for (var i = block * BLOCK; i < min(params.count, (block + 1u) * BLOCK); i++) {
    let e = x[i].xyz - o;
    let s = dot(e, d);
    if (!(s > 0.0 && s <= ray[1].w)) { continue; }
    let b = length(e - s * d);
    let R = max(1.5 * masses[i].z, tolerance * s);
    // [NP17] 5.3.8: where a ray passes a sphere about each particle
    if (!(b <= R)) { continue; }
    if (params.second == 1u && s - front[0].x > 4.0 * R) { continue; }
    var key = s - sqrt(max(0.0, R * R - b * b));
    if (params.second == 1u) { key = b / R; }
    if (key < best.x) { best = vec4f(key, f32(i), s, b); }
  }
  aims[block] = best;
}
