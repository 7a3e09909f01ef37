// Calls meet(item, other) for all whom the item may meet: who begins in the 27 cells around it, and balls. Each is long to wait for:
// eight are looked at together, and where the next row of cells begins is asked ahead.
fn lookAround(item: u32) {
  let gridded = starts[params.bins];
  if (item < gridded && params.cells > 0u) {
    let corner = cellAt(places[4u * item].xyz, cell[0].xyz) - 1;
    var next = rowAt(corner);
    for (var row = 1; row <= 9; row++) {
      let runs = next;
      next = rowAt(corner + vec3i(0, row % 3, row / 3));
      lookAt(item, runs.x, runs.y);
      lookAt(item, runs.z, runs.w);
    }
  }
  lookAt(item, gridded, params.count);
  meetAll(item);
}

// Three cells from here in x lie side by side, up to a multiple of four: the places of the first run and of the second, if there is one.
fn rowAt(c: vec3i) -> vec4u {
  let cells = min(3, 4 - (c.x & 3));
  let first = binAt(c, params.bins);
  let second = binAt(c + vec3i(cells, 0, 0), params.bins);
  return vec4u(starts[first], starts[first + u32(cells)], starts[second], starts[second + u32(3 - cells)]);
}

fn lookAt(item: u32, first: u32, end: u32) {
  let begin = places[4u * item];
  let way = places[4u * item + 1u];
  for (var eight = first; eight < end; eight += 8u) {
    var near = fourNear(begin, way, eight, end) | (fourNear(begin, way, eight + 4u, end) << 4u);
    for (; near != 0u; near &= near - 1u) {
      if (seenCount == SEEN) { meetAll(item); }
      seen[seenCount] = eight + countTrailingZeros(near);
      seenCount++;
    }
  }
}

// Those who may be near, until so many are together: what is long to tell is told of all in a row, while others do the same.
const SEEN = 32u;
var<private> seen: array<u32, SEEN>;
var<private> seenCount = 0u;

fn meetAll(item: u32) {
  for (var k = 0u; k < seenCount; k++) {
    if (seen[k] != item && mayMeet(item, seen[k])) { meet(item, seen[k]); }
  }
  seenCount = 0u;
}

// Which of four may come near, as bits.
fn fourNear(begin: vec4f, way: vec4f, first: u32, end: u32) -> u32 {
  let others = first + vec4u(0u, 1u, 2u, 3u);
  let at = 4u * min(others, vec4u(end - 1u));
  let near = vec4<bool>(
    isNear(begin - places[at.x], way - places[at.x + 1u], begin.w),
    isNear(begin - places[at.y], way - places[at.y + 1u], begin.w),
    isNear(begin - places[at.z], way - places[at.z + 1u], begin.w),
    isNear(begin - places[at.w], way - places[at.w + 1u], begin.w),
  );
  return dot(select(vec4u(0u), vec4u(1u, 2u, 4u, 8u), near & (others < vec4u(end))), vec4u(1u));
}

// |a|² < 3/2 r² + 9 |e|², cheaply: so it is wherever |a| < 1.1 r + 1.25 |e|, and those who come near are no further apart. a: and the
// difference of radii in w.
fn isNear(a: vec4f, e: vec4f, radius: f32) -> bool {
  let reach = 2.0 * radius - a.w;
  return dot(a.xyz, a.xyz) < 1.5 * reach * reach + 9.0 * dot(e.xyz, e.xyz);
}
