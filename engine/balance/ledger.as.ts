/** Adds to a row of the ledger; see collect-sums.ts. */
export function addTo(ledger: usize, row: u32, value: f32): void {
  const at = ledger + ((<usize>row) << 4);
  const before = load<f32>(at);
  const y = value - load<f32>(at, 4);
  const sum = before + y;
  store<f32>(at, sum - before - y, 4);
  store<f32>(at, sum);
}
