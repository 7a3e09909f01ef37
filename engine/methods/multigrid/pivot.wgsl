fn pivot(i: u32) {
  let row = i * params.denseWidth;
  let k = members[row + params.step];
  let pivotRow = k * params.denseWidth;
  let d = before[pivotRow + params.step];
  for (var c = 0u; c < params.denseWidth; c++) {
    let above = before[pivotRow + c];
    var value = before[row + c];
    if (params.step < memberCount[i]) {
      if (d <= 1e-5) {
        if (k == i || c == params.step) { value = 0.0; }
      } else if (k == i) {
        value = select(above, 1.0, c == params.step) / d;
      } else if (c == params.step) {
        value = -value / d;
      } else {
        value -= before[row + params.step] / d * above;
      }
    }
    after[row + c] = value;
  }
}
