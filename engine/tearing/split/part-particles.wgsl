fn partParticles(i: u32) {
  let spare = spares[i].x;
  if (spare == i) { return; }
  if (sectors[i] != 0u) {
    sectors[i] |= opened[i];
    return;
  }
  x[spare] = vec4f(x[i].xyz, x[spare].w);
  if (opened[i] == 0u) { return; }
  let whole = masses[i];
  let given = whole.x * f32(countOneBits(opened[i])) / f32(countOneBits(spares[i].y));
  let kept = whole.x - given;
  masses[spare] = vec4f(given, 1.0 / given, whole.zw);
  masses[i] = vec4f(kept, select(1.0 / kept, 0.0, whole.y == 0.0), whole.zw);
  v[spare] = vec4f(v[i].xyz, v[spare].w);
  sectors[i] = opened[i];
}
