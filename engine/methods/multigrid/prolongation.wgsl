fn prolongation(i: u32) {
  if (diagonal[i] == 0.0) { return; }
  var sum = delta[i];
  for (var k = 4u * i; k < 4u * (i + 1u); k++) {
    let parent = parents[k];
    // [BHM00] Ch. 3: the coarse-grid correction v ← v + P e
    sum += f32(parent.y) * (1.0 / 65536.0) * correction[parent.x];
  }
  delta[i] = sum;
}
