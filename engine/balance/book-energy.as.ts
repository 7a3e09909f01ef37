import { addTo } from './ledger.as';

@unmanaged
export class BookEnergy {
  ledger: usize;
  row: u32;
}

/** Rows as in rows.ts. */
export function bookEnergy(a: BookEnergy, first: u32, end: u32): void {
  if (first >= end) return;
  const isOpen = load<f32>(a.ledger, 16 * 12) != 0;
  let change: f64 = 0;
  for (let at = a.ledger, stop = a.ledger + 64; at < stop; at += 16) {
    const now = load<f32>(at);
    change += <f64>now - <f64>load<f32>(at, 64);
    if (!isOpen) store<f32>(at, now, 128);
    store<f32>(at, now, 64);
    v128.store(at, f32x4.splat(0));
  }
  if (isOpen) addTo(a.ledger, a.row, <f32>change);
  store<f32>(a.ledger, 1, 16 * 12);
}
