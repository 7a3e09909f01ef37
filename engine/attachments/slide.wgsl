const ITERATIONS = 4u;
const REVIEWS = 6u;
const ENOUGH = 1e-6;
// Rows of `travel`: travel.ts.
const Z = 0u;
const AXIS = 1u;
const R = 2u;
const D = 3u;
const W = 4u;
const SLIP = 5u;
const LOAD = 6u;
const PULL = 7u;
const RUB = 8u;

// The vector of mover m in a row.
fn vectorOf(row: u32, m: u32) -> vec3f { return travel[row * params.movers + m].xyz; }

fn setVector(row: u32, m: u32, vector: vec3f) { travel[row * params.movers + m] = vec4f(vector, 0.0); }

fn along(m: u32, step: vec3f) -> vec3f {
  return allowed(u32(ties[TIE * m].z), vectorOf(AXIS, m), step);
}

fn sticks(m: u32) -> bool { return travel[RUB * params.movers + m].w > 0.0; }

// The friction of mover m, and whether it sticks.
fn rubs(m: u32, friction: vec3f, isStuck: bool) {
  travel[RUB * params.movers + m] = vec4f(friction, select(0.0, 1.0, isStuck));
}

// The admissible part of a step of mover m; zero if it sticks.
fn free(m: u32, step: vec3f) -> vec3f {
  if (sticks(m)) { return vec3f(0.0); }
  return along(m, step);
}

// Row m of the matrix that begins there times vectors.
fn image(matrix: u32, m: u32, vectors: u32) -> vec3f {
  var total = vec3f(0.0);
  for (var n = 0u; n < params.movers; n++) {
    total += coupling[matrix + m * params.movers + n] * vectorOf(vectors, n);
  }
  return total;
}

fn product(u: u32, v: u32) -> f32 {
  var total = 0.0;
  for (var m = 0u; m < params.movers; m++) { total += dot(vectorOf(u, m), vectorOf(v, m)); }
  return total;
}

// u ← v + t w.
fn combine(u: u32, v: u32, w: u32, t: f32) {
  for (var m = 0u; m < params.movers; m++) { setVector(u, m, vectorOf(v, m) + t * vectorOf(w, m)); }
}

fn solve() {
  let movers = params.movers;
  for (var m = 0u; m < movers; m++) {
    setVector(R, m, free(m, vectorOf(PULL, m) + vectorOf(RUB, m) - image(0u, m, Z)));
    setVector(D, m, vectorOf(R, m));
  }
  var before = 1.0;
  for (var k = 0u; k < ITERATIONS; k++) {
    for (var m = 0u; m < movers; m++) { setVector(W, m, free(m, image(movers * movers, m, R))); }
    let rho = product(R, W);
    combine(D, W, D, select(rho / before, 0.0, k == 0u));
    for (var m = 0u; m < movers; m++) { setVector(W, m, free(m, image(0u, m, D))); }
    let curvature = product(D, W);
    if (!(rho > 0.0 && curvature > 0.0)) { break; }
    combine(Z, Z, D, rho / curvature);
    combine(R, R, W, -rho / curvature);
    before = rho;
  }
}

// Revises which movers stick, and the friction of the others; true if that changed anything.
fn review() -> bool {
  var isNew = false;
  for (var m = 0u; m < params.movers; m++) { setVector(W, m, vectorOf(PULL, m) - image(0u, m, Z)); }
  for (var m = 0u; m < params.movers; m++) {
    let friction = ties[TIE * m + 1u].w;
    if (friction == 0.0) { continue; }
    let left = vectorOf(W, m);
    let needed = along(m, left);
    let most = friction * length(left - needed);
    let slip = vectorOf(SLIP, m);
    if (sticks(m)) {
      if (!(length(needed) > most)) { continue; }
      rubs(m, -most / length(needed) * needed, false);
      setVector(Z, m, vec3f(0.0));
      isNew = true;
      continue;
    }
    let way = along(m, slip + vectorOf(Z, m));
    let rub = vectorOf(RUB, m);
    if (dot(way, rub) > 0.0) {
      rubs(m, vec3f(0.0), true);
      setVector(Z, m, -slip);
      isNew = true;
    } else if (length(way) > 0.0) {
      let next = -most / length(way) * way;
      if (dot(next - rub, next - rub) > ENOUGH * most * most) { isNew = true; }
      rubs(m, next, false);
    }
  }
  return isNew;
}

// Puts mover m on the nearest point of its rail.
fn put(m: u32, aim: vec3f) {
  let tie = tieAt(m);
  setVector(Z, m, nearest(tie, aim).place - x[tie.slot].xyz);
}

// The present place of a link.
fn placeOf(link: vec4f) -> vec3f {
  if (link.x < 0.0) { return x[u32(link.y)].xyz; }
  return x[u32(link.y)].xyz + vectorOf(Z, u32(link.x));
}

// Separates link k from the previous one: the share `share` by moving k, the rest by moving the other.
fn part(k: u32, share: f32) {
  let a = rails[params.chain + k - 1u];
  let b = rails[params.chain + k];
  let canA = a.x >= 0.0 && share < 1.0;
  let canB = b.x >= 0.0 && share > 0.0;
  if (b.z == 0.0 || (!canA && !canB) || (share == 0.5 && !(canA && canB))) { return; }
  let axis = vectorOf(AXIS, u32(select(a.x, b.x, canB)));
  let p = placeOf(a);
  let q = placeOf(b);
  let missing = b.z - dot(q - p, axis);
  if (missing <= 0.0) { return; }
  if (canA) { put(u32(a.x), p + (share - 1.0) * missing * axis); }
  if (canB) { put(u32(b.x), q + share * missing * axis); }
}

fn slide(i: u32) {
  let movers = params.movers;
  for (var m = 0u; m < movers; m++) {
    let tie = tieAt(m);
    let isStuck = tie.friction > 0.0;
    var pull = select(vec3f(0.0), vectorOf(LOAD, m), isStuck);
    for (var b = 0u; b < params.blocks; b++) { pull += modePulls[m * params.blocks + b].xyz; }
    setVector(PULL, m, pull);
    setVector(AXIS, m, nearest(tie, x[tie.slot].xyz).axis);
    rubs(m, vec3f(0.0), isStuck);
    setVector(Z, m, select(vec3f(0.0), -vectorOf(SLIP, m), isStuck));
  }
  for (var k = 0u; k <= REVIEWS; k++) {
    solve();
    if (k == REVIEWS || !review()) { break; }
  }
  for (var m = 0u; m < movers; m++) {
    let tie = tieAt(m);
    var step = vectorOf(Z, m);
    if (tie.kind == WELD) {
      let wish = wishes[tie.slot] + wishes[tie.other];
      step += params.eager / max(1.0, wish.w) * wish.xyz;
    }
    var aim = x[tie.slot].xyz;
    if (isSound(step)) { aim += step; }
    put(m, aim);
  }
  for (var k = 1u; k < params.links; k++) { part(k, 0.5); }
  for (var k = params.links; k > 1u; k--) { part(k - 1u, 0.0); }
  for (var k = 1u; k < params.links; k++) { part(k, 1.0); }
}
