// The energy of a triangle in place of a spring, [LBOK13] Sec. 6
fn membraneSums(block: u32) {
  var sums = vec4f(0.0, 0.0, 0.0, 1e30);
  for (var element = block * BLOCK; element < min(params.count, (block + 1u) * BLOCK); element++) {
    let origin = x[corners[3u * element]].xyz;
    let d1 = x[corners[3u * element + 1u]].xyz - origin;
    let d2 = x[corners[3u * element + 2u]].xyz - origin;
    let hats = numbers[2u * element];
    let w = numbers[2u * element + 1u];
    let fu = hats.x * d1 + hats.y * d2;
    let fv = hats.z * d1 + hats.w * d2;
    let e1 = firstAxis(fu, fv, element);
    let e2 = secondAxis(fv, e1, element);
    let g11 = dot(fu, e1);
    let g12 = dot(fv, e1);
    let g22 = dot(fv, e2);
    let sum = sqrt((g11 + g22) * (g11 + g22) + g12 * g12);
    let difference = sqrt((g11 - g22) * (g11 - g22) + g12 * g12);
    let large = 0.5 * (sum + difference);
    let small = 0.5 * (sum - difference);
    let u = sqrt(dot(fu, fu)) - 1.0;
    let v = sqrt(dot(fv, fv)) - 1.0;
    let squares = (large - 1.0) * (large - 1.0) + (small - 1.0) * (small - 1.0);
    sums.x += 0.5 * (w.x * u * u + w.y * v * v + w.z * squares);
    sums.y += max(abs(large - 1.0), abs(small - 1.0));
    sums.z = max(sums.z, large);
    sums.w = min(sums.w, small);
  }
  totals[block] = sums;
}
