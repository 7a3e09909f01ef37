// [TBV12]: compliance is the inverse mass times the contacts that share it
fn setOut(i: u32) {
  if (params.onlyRows > 0u && rowStarts[i] == rowStarts[i + 1u]) { return; }
  let way = moves[2u * i + 1u].xyz;
  let weight = masses[i].y;
  let ground = select(0.0, 1.0, any(touch[params.particles + i].xyz != vec3f(0.0)));
  let among = f32(rowStarts[i + 1u] - rowStarts[i]) + ground;
  free[i] = vec4f(way, weight);
  free[params.particles + i] = vec4f(way, select(0.0, 1.0, among == 0.0 && rest[i].w >= 0.0));
  ways[i] = vec4f(way, weight * max(1.0, among));
  next[i] = ways[i];
  touch[3u * params.particles + i] = vec4f(0.0);
  touch[4u * params.particles + i] = vec4f(0.0);
}
