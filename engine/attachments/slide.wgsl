const ITERATIONS = 4u;

fn along(m: u32, step: vec3f) -> vec3f {
  return allowed(u32(holds[HOLD * m].z), travel[params.movers + m].xyz, step);
}

// travel[result …] = the matrix times travel[vectors …], along the rails.
fn times(matrix: u32, vectors: u32, result: u32) {
  for (var m = 0u; m < params.movers; m++) {
    var total = vec3f(0.0);
    for (var n = 0u; n < params.movers; n++) {
      total += coupling[matrix + m * params.movers + n] * travel[vectors + n].xyz;
    }
    travel[result + m] = vec4f(along(m, total), 0.0);
  }
}

fn product(u: u32, v: u32) -> f32 {
  var total = 0.0;
  for (var m = 0u; m < params.movers; m++) { total += dot(travel[u + m].xyz, travel[v + m].xyz); }
  return total;
}

// u ← v + t w.
fn combine(u: u32, v: u32, w: u32, t: f32) {
  for (var m = 0u; m < params.movers; m++) { travel[u + m] = travel[v + m] + t * travel[w + m]; }
}

// Mover m goes to the place of its rail that is nearest to this.
fn put(m: u32, aim: vec3f) {
  let held = holdAt(m);
  travel[m] = vec4f(nearest(held, aim).place - x[held.slot].xyz, 0.0);
}

// Where a link is by now.
fn placeOf(link: vec4f) -> vec3f {
  if (link.x < 0.0) { return x[u32(link.y)].xyz; }
  return x[u32(link.y)].xyz + travel[u32(link.x)].xyz;
}

// Puts link k and the one before it apart: so much of it by moving k, the rest by moving the other.
fn part(k: u32, share: f32) {
  let a = rails[params.chain + k - 1u];
  let b = rails[params.chain + k];
  let canA = a.x >= 0.0 && share < 1.0;
  let canB = b.x >= 0.0 && share > 0.0;
  if (b.z == 0.0 || (!canA && !canB) || (share == 0.5 && !(canA && canB))) { return; }
  let axis = travel[params.movers + u32(select(a.x, b.x, canB))].xyz;
  let p = placeOf(a);
  let q = placeOf(b);
  let missing = b.z - dot(q - p, axis);
  if (missing <= 0.0) { return; }
  if (canA) { put(u32(a.x), p + (share - 1.0) * missing * axis); }
  if (canB) { put(u32(b.x), q + share * missing * axis); }
}

fn slide(i: u32) {
  let movers = params.movers;
  let z = 0u;
  let r = 2u * movers;
  let d = 3u * movers;
  let w = 4u * movers;
  for (var m = 0u; m < movers; m++) {
    let held = holdAt(m);
    travel[movers + m] = vec4f(nearest(held, x[held.slot].xyz).axis, 0.0);
    var pull = vec3f(0.0);
    for (var b = 0u; b < params.blocks; b++) { pull += modePulls[m * params.blocks + b].xyz; }
    travel[r + m] = vec4f(along(m, pull), 0.0);
    travel[m] = vec4f(0.0);
    travel[d + m] = vec4f(0.0);
  }
  var before = 1.0;
  for (var k = 0u; k < ITERATIONS; k++) {
    times(movers * movers, r, w);
    let rho = product(r, w);
    combine(d, w, d, select(rho / before, 0.0, k == 0u));
    times(0u, d, w);
    let curvature = product(d, w);
    if (!(rho > 0.0 && curvature > 0.0)) { break; }
    combine(z, z, d, rho / curvature);
    combine(r, r, w, -rho / curvature);
    before = rho;
  }
  for (var m = 0u; m < movers; m++) {
    let held = holdAt(m);
    var step = travel[m].xyz;
    if (held.kind == WELD) {
      let wish = wishes[held.slot] + wishes[held.other];
      step += params.eager / max(1.0, wish.w) * wish.xyz;
    }
    var aim = x[held.slot].xyz;
    if (isSound(step)) { aim += step; }
    put(m, aim);
  }
  for (var k = 1u; k < params.links; k++) { part(k, 0.5); }
  for (var k = params.links; k > 1u; k--) { part(k - 1u, 0.0); }
  for (var k = 1u; k < params.links; k++) { part(k, 1.0); }
}
