fn flying(i: u32) -> vec3f {
  let keep = 1.0 - min(1.0, params.h * params.damping);
  let g = vec3f(params.gx, params.gy, params.gz);
  return keep * v[i].xyz + params.h * (g + force[i].xyz / masses[i].x);
}

fn put(i: u32, y: vec3f) {
  v[i] = vec4f(params.rate * (y - x[i].xyz), 0.0);
  x[i] = vec4f(y, x[i].w);
}

fn lead(k: u32) {
  let held = holdAt(k);
  let q = x[held.slot].xyz;
  if (held.kind == FIXED) {
    put(held.slot, outOfFrame(held.frame, END, held.place));
  } else if (held.kind == WELD) {
    let share = masses[held.slot].x / (masses[held.slot].x + masses[held.other].x);
    var y = q;
    if (!held.still) { y += params.h * (share * flying(held.slot) + (1.0 - share) * flying(held.other)); }
    put(held.slot, y);
    put(held.other, y + held.place);
  } else {
    var aim = q + params.h * flying(held.slot);
    if (held.still) { aim = outOfFrame(held.frame, END, intoFrame(held.frame, BEGIN, q)); }
    put(held.slot, nearest(held, aim).place);
  }
}
