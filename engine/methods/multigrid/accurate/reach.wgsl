fn reach(i: u32) {
  if (status[0] != 0.0) { return; }
  var total = vec3f(0.0);
  for (var block = 0u; block < params.blocks; block++) {
    total += sums[block].xyz;
  }
  var safe = 0.0;
  if (total.x > 0.0) { safe = status[6] / total.x; }
  var factor = 64.0;
  if (64.0 * total.y > total.x) { factor = total.x / total.y; }
  status[8] = safe * max(1.0, factor);
  status[9] = safe * max(1.0, 0.5 * factor);
  status[10] = safe * max(1.0, 0.25 * factor);
  status[11] = safe;
  status[7] = total.z;
}
