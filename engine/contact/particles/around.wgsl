// The places of one of the 27 cells around the item, from the first to the end.
fn inCell(item: u32, number: u32) -> vec2u {
  let middle = cellAt(places[3u * item].xyz, cell[0].xyz);
  let b = binAt(middle + vec3i(vec3u(number, number / 3u, number / 9u) % vec3u(3u)) - 1, params.bins);
  return vec2u(starts[b], starts[b + 1u]);
}

// Calls meet(item, other) for those that are the item's neighbours. Four are loaded together to hide latency.
fn lookAt(item: u32, others: vec2u) {
  let begin = places[3u * item];
  let way = places[3u * item + 1u];
  for (var four = others.x; four < others.y; four += 4u) {
    for (var some = fourNear(begin, way, four, others.y); some != 0u; some &= some - 1u) {
      let other = four + countTrailingZeros(some);
      if (other != item && areNear(item, other)) { meet(item, other); }
    }
  }
}

// As bits: which of four may come close.
fn fourNear(begin: vec4f, way: vec4f, first: u32, end: u32) -> u32 {
  let others = first + vec4u(0u, 1u, 2u, 3u);
  let at = 3u * others;
  let some = vec4<bool>(
    mayBeNear(begin - places[at.x], way - places[at.x + 1u], begin.w),
    mayBeNear(begin - places[at.y], way - places[at.y + 1u], begin.w),
    mayBeNear(begin - places[at.z], way - places[at.z + 1u], begin.w),
    mayBeNear(begin - places[at.w], way - places[at.w + 1u], begin.w),
  );
  return dot(select(vec4u(0u), vec4u(1u, 2u, 4u, 8u), some & (others < vec4u(end))), vec4u(1u));
}

// A test without a root: |a|² < 3/2 s² + 9 |e|², s being r plus the skin. It holds wherever |a| < 1.1 s + 5/4 |e|, and candidates
// are no further away. a.w is the difference of radii.
fn mayBeNear(a: vec4f, e: vec4f, radius: f32) -> bool {
  let reach = 2.0 * radius - a.w + cell[0].w;
  return dot(a.xyz, a.xyz) < 1.5 * reach * reach + 9.0 * dot(e.xyz, e.xyz);
}

// Whether two come close and may collide: not of one body and close at rest.
fn areNear(item: u32, other: u32) -> bool {
  let begin = places[3u * item];
  let seen = places[3u * other];
  let reach = begin.w + seen.w;
  let e = places[3u * item + 1u].xyz - places[3u * other + 1u].xyz;
  if (!isInSight(begin.xyz - seen.xyz, e, reach, cell[0].w)) { return false; }
  let atRest = places[3u * item + 2u] - places[3u * other + 2u];
  return atRest.w != 0.0 || (params.own > 0u && length(atRest.xyz) >= AT_REST * reach);
}
