fn restriction(i: u32) {
  var sum = vec4f(0.0);
  let stop = children[params.pairs + i + 1u].x;
  for (var k = children[params.pairs + i].x; k < stop; k++) {
    let child = children[k];
    // [BHM00] Ch. 3 and 8: restriction by Pᵀ
    sum += f32(child.y) * (1.0 / 65536.0) * fineResidual[child.x];
  }
  rhs[i] = vec4f(0.0);
  residual[i] = vec4f(0.0);
  delta[i] = vec4f(0.0);
  if (diagonal[i] != 0.0) {
    rhs[i] = sum / diagonal[i];
    residual[i] = sum;
  }
}
