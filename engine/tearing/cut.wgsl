fn isLeft(n: vec3f, side: vec3f, at: vec3f) -> bool { return dot(n, cross(side, at)) >= 0.0; }

fn cut(s: u32) {
  let a = vec3f(params.ax, params.ay, params.az);
  let b = vec3f(params.bx, params.by, params.bz);
  let c = vec3f(params.cx, params.cy, params.cz);
  let n = cross(b - a, c - a);
  let xi = x[ends[s].x].xyz;
  let xj = x[ends[s].y].xyz;
  let before = dot(n, xi - a);
  let after = dot(n, xj - a);
  if ((before >= 0.0) == (after >= 0.0)) { return; }
  let p = xi + (before / (before - after)) * (xj - xi);
  if (isLeft(n, b - a, p - a) && isLeft(n, c - b, p - b) && isLeft(n, a - c, p - c)) { springs[s].y = 0.0; }
}
