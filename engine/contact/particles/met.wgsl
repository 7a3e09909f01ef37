// Beginning and end of a particle's row of neighbours; empty if it has no room.
fn neighbours(i: u32) -> vec2u {
  let row = vec2u(nearStarts[i], nearStarts[i + 1u]);
  return select(row, vec2u(row.x), row.y > params.room);
}

// Whether a particle may collide with the k-th of its list in the step.
fn mayMeet(i: u32, k: u32) -> bool {
  let other = near[k];
  if (other == i || (k < params.room && nearStarts[other + 1u] > params.room)) { return false; }
  let begin = moves[2u * i];
  let seen = moves[2u * other];
  let e = moves[2u * i + 1u].xyz - moves[2u * other + 1u].xyz;
  return isInSight(begin.xyz - seen.xyz, e, begin.w + seen.w, 0.0);
}
