fn cellAt(place: vec3f, size: vec3f) -> vec3i {
  return vec3i(floor(clamp(place / size, vec3f(-1e9), vec3f(1e9))));
}

fn binAt(c: vec3i, bins: u32) -> u32 {
  let within = (c.x & 3) | ((c.y & 3) << 2u) | ((c.z & 3) << 4u);
  let high = c >> vec3u(2u);
  let hash = (high.x * 73856093) ^ (high.y * 19349663) ^ (high.z * 83492791);
  return u32((hash << 6u) | within) & (bins - 1u);
}
