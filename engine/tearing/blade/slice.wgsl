const ON = 0.001;

fn slice(s: u32) {
  if (springs[s].y == 0.0) { return; }
  let wedge = RECORD * params.blade;
  let edge = edgeOf(wedge);
  let depth = depthOf(wedge, edge);
  let half = colliders[wedge + 1u].z;
  let i = ends[s].x;
  let j = ends[s].y;
  let proud = max(masses[i].z, masses[j].z) + PROUD * springs[s].x;
  let xi = x[i].xyz;
  let xj = x[j].xyz;
  let qi = xi - params.h * v[i].xyz;
  let qj = xj - params.h * v[j].xyz;
  let i0 = seenFrom(edge, wedge + BEGIN, qi, proud);
  let i1 = seenFrom(edge, wedge + END, xi, proud);
  let j0 = seenFrom(edge, wedge + BEGIN, qj, proud);
  let j1 = seenFrom(edge, wedge + END, xj, proud);
  let highest = select(0.0, -params.below * depth - proud, params.below > 0.0);
  let isSliced = isAcross(i1, j1, -depth - proud, highest, ON * springs[s].x, half);
  if (!isSliced && (params.below > 0.0 || !isSwept(i0, j0, i1, j1, half))) { return; }
  springs[s].y = 0.0;
  atomicAdd(&torn[0], 1u);
}

fn isAcross(i: vec3f, j: vec3f, lowest: f32, highest: f32, on: f32, half: f32) -> bool {
  if ((i.x >= 0.0) == (j.x >= 0.0) || min(abs(i.x), abs(j.x)) <= on) { return false; }
  let p = i + (i.x / (i.x - j.x)) * (j - i);
  return p.y <= highest && p.y >= lowest && abs(p.z) <= half;
}

fn isSwept(i0: vec3f, j0: vec3f, i1: vec3f, j1: vec3f, half: f32) -> bool {
  let least = min(min(i0.xy, j0.xy), min(i1.xy, j1.xy));
  let most = max(max(i0.xy, j0.xy), max(i1.xy, j1.xy));
  if (any(least > vec2f(0.0)) || any(most < vec2f(0.0))) { return false; }
  let before = turning(i0, j0);
  let after = turning(i1, j1);
  let diagonal = turning(i0, j1);
  let wayOfI = turning(i0, i1);
  let wayOfJ = turning(j0, j1);
  let isAhead = diagonal >= 0.0;
  if ((before >= 0.0) != isAhead && (wayOfJ >= 0.0) != isAhead) {
    let along = wayOfJ * i0.z - diagonal * j0.z + before * j1.z;
    if (abs(along / (wayOfJ - diagonal + before)) <= half) { return true; }
  }
  if ((after >= 0.0) != isAhead && (wayOfI >= 0.0) != isAhead) {
    let along = -after * i0.z - wayOfI * j1.z + diagonal * i1.z;
    if (abs(along / (diagonal - after - wayOfI)) <= half) { return true; }
  }
  return false;
}

fn turning(p: vec3f, q: vec3f) -> f32 { return p.x * q.y - p.y * q.x; }
