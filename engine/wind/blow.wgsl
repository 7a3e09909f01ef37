fn blow(i: u32) {
  let pressure = 0.5 * wind[0].w;
  if (pressure == 0.0) { return; }
  let w = wind[0].xyz - v[i].xyz;
  let weight = params.h * pressure * masses[i].y;
  var n = vec3f(0.0);
  let stop = cornerStarts[i + 1u];
  for (var t = cornerStarts[i]; t < stop; t++) {
    n = cross(x[corners[t].x].xyz - x[i].xyz, x[corners[t].y].xyz - x[i].xyz) + n;
  }
  let size = sqrt(dot(n, n));
  let area = size / 6.0;
  var towards = 0.0;
  var across = vec3f(0.0);
  if (size > 0.0) {
    towards = dot(w, n) / size;
    across = (towards / size) * n;
  }
  let along = w - across;
  let rAcross = weight * 1.2 * area * abs(towards);
  let rAlong = weight * (0.04 * area + 0.47 * discs[i]) * sqrt(dot(along, along));
  v[i] = vec4f(v[i].xyz + (rAcross / (1.0 + rAcross)) * across + (rAlong / (1.0 + rAlong)) * along, v[i].w);
}
