// Compensated summation (Kahan): x is the sum, y what rounding added too much.
fn addTo(row: u32, value: f32) {
  let y = value - ledger[row].y;
  let sum = ledger[row].x + y;
  ledger[row] = vec4f(sum, (sum - ledger[row].x) - y, 0.0, 0.0);
}
