// The bit of a detached quad, relative to the bit of the same quad attached to the spare.
const OFF = 16u;

// The version that a part belongs to; 4 if the part is gone.
fn versionOf(part: u32, i: u32, j: u32, opens: u32) -> u32 {
  let corners = seams[part];
  let middle = seams[part + 1u];
  if (corners == 0xffffffffu) { return 4u; }
  if (middle != 0xffffffffu) {
    let at = sectors[middle] | (opens * opened[middle]);
    let before = at >> ((corners >> 16u) & 255u);
    let after = at >> (corners >> 24u);
    if (((before ^ after) & 1u) != 0u || ((before | after) & OFF) != 0u) { return 4u; }
  }
  let first = (sectors[i] | (opens * opened[i])) >> (corners & 255u);
  let second = (sectors[j] | (opens * opened[j])) >> ((corners >> 8u) & 255u);
  if (((first | second) & OFF) != 0u) { return 4u; }
  return (first & 1u) + 2u * (second & 1u);
}

fn sewSprings(s: u32) {
  let i = ends[s].x;
  let j = ends[s].y;
  var before: array<u32, 2>;
  var after: array<u32, 2>;
  for (var part = 0u; part < 2u; part++) {
    before[part] = versionOf(4u * s + 2u * part, i, j, 0u);
    after[part] = versionOf(4u * s + 2u * part, i, j, 1u);
  }
  if (before[0] == after[0] && before[1] == after[1]) { return; }
  var next: array<f32, 5>;
  let sharers = select(1.0, 2.0, before[0] == before[1]);
  for (var part = 0u; part < 2u; part++) {
    if (before[part] < 4u) { next[after[part]] += springs[s + before[part] * params.count].y / sharers; }
  }
  for (var version = 0u; version < 4u; version++) { springs[s + version * params.count].y = next[version]; }
  atomicAdd(&torn[0], 1u);
}
