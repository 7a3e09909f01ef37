// Who begins in a cell, of the 27 around the item, from the first place to the end.
fn inCell(item: u32, number: u32) -> vec2u {
  let middle = cellAt(places[4u * item].xyz, cell[0].xyz);
  let b = binAt(middle + vec3i(vec3u(number, number / 3u, number / 9u) % vec3u(3u)) - 1, params.bins);
  return vec2u(starts[b], starts[b + 1u]);
}

// Calls meet(item, other) for those of them whom the item may meet. Each is long to wait for: four are looked at together.
fn lookAt(item: u32, others: vec2u) {
  let begin = places[4u * item];
  let way = places[4u * item + 1u];
  for (var four = others.x; four < others.y; four += 4u) {
    for (var near = fourNear(begin, way, four, others.y); near != 0u; near &= near - 1u) {
      let other = four + countTrailingZeros(near);
      if (other != item && mayMeet(item, other)) { meet(item, other); }
    }
  }
}

// Which of four may come near, as bits.
fn fourNear(begin: vec4f, way: vec4f, first: u32, end: u32) -> u32 {
  let others = first + vec4u(0u, 1u, 2u, 3u);
  let at = 4u * others;
  let near = vec4<bool>(
    isNear(begin - places[at.x], way - places[at.x + 1u], begin.w),
    isNear(begin - places[at.y], way - places[at.y + 1u], begin.w),
    isNear(begin - places[at.z], way - places[at.z + 1u], begin.w),
    isNear(begin - places[at.w], way - places[at.w + 1u], begin.w),
  );
  return dot(select(vec4u(0u), vec4u(1u, 2u, 4u, 8u), near & (others < vec4u(end))), vec4u(1u));
}

// Whether |a|² < 3/2 r² + 9 |e|², which takes no root: so it is wherever |a| < 1.1 r + 5/4 |e|, and who comes near is no further
// away. a: and the difference of radii in w.
fn isNear(a: vec4f, e: vec4f, radius: f32) -> bool {
  let reach = 2.0 * radius - a.w;
  return dot(a.xyz, a.xyz) < 1.5 * reach * reach + 9.0 * dot(e.xyz, e.xyz);
}
