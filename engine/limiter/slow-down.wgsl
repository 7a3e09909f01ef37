fn slowDown(i: u32) {
  if (masses[i].y == 0.0) { return; }
  let share = rein[0].x;
  let back = params.h * (1.0 - share) * v[i].xyz;
  x[i] -= vec4f(back, 0.0);
  v[i] = vec4f(share * v[i].xyz, v[i].w);
}
