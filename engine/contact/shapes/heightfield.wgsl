// heightfield.ts in WGSL.
fn heightOf(own: u32, columns: u32, column: u32, row: u32) -> f32 {
  let k = row * (columns + 1u) + column;
  return shapeData[own + 1u + k / 4u][k % 4u];
}

fn heightfieldField(p: vec3f, dimensions: vec4f, own: u32, reach: f32) -> vec4f {
  let half = dimensions.xy;
  let near = clamp(p.xz, -half, half);
  let beyond = p.xz - near;
  let over = length(beyond);
  if (over > reach) { return vec4f(0.0, 1.0, 0.0, over); }
  let cells = vec2u(dimensions.zw);
  let scaled = (near + half) * dimensions.zw / (2.0 * half);
  let cell = min(cells - 1u, vec2u(scaled));
  let uv = scaled - vec2f(cell);
  let base = heightOf(own, cells.x, cell.x, cell.y);
  let across = heightOf(own, cells.x, cell.x + 1u, cell.y + 1u);
  let aside = select(vec2u(0u, 1u), vec2u(1u, 0u), uv.x > uv.y);
  let beside = heightOf(own, cells.x, cell.x + aside.x, cell.y + aside.y);
  let above = p.y - (base + max(uv.x, uv.y) * (beside - base) + min(uv.x, uv.y) * (across - beside));
  if (above <= 0.0 && over > 0.0) { return vec4f(beyond.x / over, 0.0, beyond.y / over, over); }
  let bound = max(over, abs(above) * shapeData[own].x);
  if (above > 0.0 && bound > reach) { return vec4f(0.0, 1.0, 0.0, bound); }
  let top = surfaceField(p, dimensions, own, cell, select(1.0, -1.0, above < 0.0), bound);
  if (above > 0.0) { return top; }
  let wall = abs(p.xz) - half;
  if (top.w >= wall.x && top.w >= wall.y) { return top; }
  let out = select(vec2f(1.0), vec2f(-1.0), p.xz < vec2f(0.0));
  if (wall.x > wall.y) { return vec4f(out.x, 0.0, 0.0, wall.x); }
  return vec4f(0.0, 0.0, out.y, wall.y);
}

fn surfaceField(p: vec3f, dimensions: vec4f, own: u32, cell: vec2u, side: f32, bound: f32) -> vec4f {
  let half = dimensions.xy;
  let cells = vec2u(dimensions.zw);
  let size = 2.0 * half / dimensions.zw;
  var least = 1e38;
  var found = vec3f(0.0);
  for (var k = 4u; k < 13u; k++) {
    // Below 0 these wrap around and are past the last.
    let at = cell + vec2u(k % 3u, k / 3u % 3u) - 1u;
    if (any(at >= cells)) { continue; }
    let low = size * vec2f(at) - half;
    let high = size * vec2f(at + 1u) - half;
    let aside = max(vec2f(0.0), max(low - p.xz, p.xz - high));
    if (dot(aside, aside) >= least) { continue; }
    let base = vec3f(low.x, heightOf(own, cells.x, at.x, at.y), low.y);
    let across = vec3f(high.x, heightOf(own, cells.x, at.x + 1u, at.y + 1u), high.y);
    let right = vec3f(high.x, heightOf(own, cells.x, at.x + 1u, at.y), low.y);
    let left = vec3f(low.x, heightOf(own, cells.x, at.x, at.y + 1u), high.y);
    let one = fromTriangle(p, base, across, right).xyz;
    if (dot(one, one) < least) {
      found = one;
      least = dot(one, one);
    }
    let other = fromTriangle(p, base, left, across).xyz;
    if (dot(other, other) < least) {
      found = other;
      least = dot(other, other);
    }
  }
  let away = sqrt(least);
  if (away == 0.0) { return vec4f(0.0, 1.0, 0.0, 0.0); }
  return vec4f(found * (side / away), side * min(away, max(bound, min(size.x, size.y))));
}
