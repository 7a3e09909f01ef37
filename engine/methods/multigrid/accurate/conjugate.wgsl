fn conjugate(i: u32) {
  if (status[0] != 0.0) { return; }
  var total = vec3f(0.0);
  for (var block = 0u; block < params.blocks; block++) {
    total += sums[block].xyz;
  }
  // [PR69] β = max(0, sᵀ(r − r_before)/s_beforeᵀr_before)
  var beta = 0.0;
  if (status[1] > 0.0 && status[4] > 0.0) { beta = max(0.0, finite((total.x - total.y) / status[4])); }
  let slope = finite(total.x + beta * total.z);
  let promise = finite(total.x);
  let isDescent = slope > 0.0 && slope < 3e38 && beta < 3e38;
  status[4] = promise;
  status[5] = select(0.0, beta, isDescent);
  status[6] = select(promise, slope, isDescent);
}
