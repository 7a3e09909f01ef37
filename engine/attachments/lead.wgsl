const SLIP = 5u;
const LOAD = 6u;

fn coasting(i: u32) -> vec3f { return (1.0 - min(1.0, params.h * params.damping)) * v[i].xyz; }

fn flying(i: u32) -> vec3f {
  let g = vec3f(params.gx, params.gy, params.gz);
  return coasting(i) + params.h * (g + force[i].xyz / masses[i].x);
}

fn put(i: u32, y: vec3f) {
  let velocity = params.rate * (y - x[i].xyz);
  let sound = isSound(y) && isSound(velocity);
  v[i] = select(vec4f(0.0), vec4f(velocity, 0.0), sound);
  x[i] = select(vec4f(x[i].xyz, 1.0), vec4f(y, x[i].w), sound);
}

fn lead(k: u32) {
  let tie = tieAt(k);
  let q = x[tie.slot].xyz;
  if (tie.kind == FIXED) {
    // [NP17] 5.5.3: an attached particle takes its place on the collider
    put(tie.slot, outOfFrame(tie.frame, END, tie.place));
  } else if (tie.kind == WELD) {
    let share = masses[tie.slot].x / (masses[tie.slot].x + masses[tie.other].x);
    let there = x[tie.other].xyz;
    var y = q;
    if (tie.still == 0u) { y += params.h * (share * flying(tie.slot) + (1.0 - share) * flying(tie.other)); }
    if (tie.still == 2u) { y = there - tie.place; }
    put(tie.slot, y);
    put(tie.other, select(y + tie.place, there, tie.still >= 2u));
  } else {
    let carried = outOfFrame(tie.frame, END, intoFrame(tie.frame, BEGIN, q));
    let velocity = flying(tie.slot);
    var aim = q + params.h * velocity;
    if (tie.friction > 0.0) { aim = q + params.h * coasting(tie.slot); }
    if (tie.still > 0u) { aim = carried; }
    let y = nearest(tie, aim).place;
    put(tie.slot, y);
    if (k >= params.movers) { return; }
    let lost = velocity - params.rate * (y - q);
    travel[SLIP * params.movers + k] = vec4f(y - carried, 0.0);
    travel[LOAD * params.movers + k] = vec4f(masses[tie.slot].x * params.rate * lost, 0.0);
  }
}
