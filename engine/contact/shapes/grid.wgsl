// grid.ts in WGSL.
fn gridField(p: vec3f, dimensions: vec4f, own: u32, reach: f32) -> vec4f {
  let half = dimensions.xyz;
  let box = cuboidField(p, half);
  if (box.w > reach) { return box; }
  let sample = sampled(own, clamp(p, -half, half), half);
  let steep = length(sample.xyz);
  var normal = box.xyz;
  if (steep > 0.0) { normal = sample.xyz / steep; }
  let distance = dimensions.w * sample.w;
  if (box.w <= 0.0) { return select(box, vec4f(normal, distance), distance > box.w); }
  if (distance <= 0.0) { return box; }
  let size = length(vec2f(box.w, distance));
  let way = (box.w * box.xyz + distance * normal) / size;
  let unit = length(way);
  if (unit > 0.0) { return vec4f(way / unit, size); }
  return vec4f(box.xyz, size);
}

fn distanceOf(own: u32, k: u32) -> f32 {
  return shapeData[own + 1u + k / 4u][k % 4u];
}

// (gradient, value) at a point of the box.
fn sampled(own: u32, p: vec3f, half: vec3f) -> vec4f {
  let cells = shapeData[own].xyz;
  let perMetre = cells / (2.0 * half);
  let scaled = (p + half) * perMetre;
  let at = min(cells - 1.0, floor(scaled));
  let t = scaled - at;
  let row = u32(cells.x) + 1u;
  let layer = row * (u32(cells.y) + 1u);
  let k = u32(at.x) + row * u32(at.y) + layer * u32(at.z);
  let low = vec4f(distanceOf(own, k), distanceOf(own, k + row), distanceOf(own, k + layer), distanceOf(own, k + layer + row));
  let high = vec4f(distanceOf(own, k + 1u), distanceOf(own, k + row + 1u), distanceOf(own, k + layer + 1u), distanceOf(own, k + layer + row + 1u));
  let e = high - low;
  let v = low + t.x * e;
  let near = mix(v.x, v.y, t.y);
  let far = mix(v.z, v.w, t.y);
  let grows = mix(mix(e.x, e.y, t.y), mix(e.z, e.w, t.y), t.z);
  let rises = mix(v.y - v.x, v.w - v.z, t.z);
  return vec4f(vec3f(grows, rises, far - near) * perMetre, mix(near, far, t.z));
}
