import { add, OUTCOME } from './status.as';

@unmanaged
export class AddPulls {
  elementCorners: usize;
  elementPulls: usize;
  gradient: usize;
  scales: usize;
  status: usize;
}

/** [LBOK13] Eq. (8) divided by h²: what elements add to its gradient. */
export function addPulls(a: AddPulls, first: u32, end: u32): void {
  if (load<f64>(a.status, OUTCOME) != 0) return;
  for (let k = <usize>first; k < <usize>end; k++) {
    const i = <usize>load<u32>(a.elementCorners + (k << 2));
    const pull = a.elementPulls + (k << 5);
    for (let c: usize = 0; c < 24; c += 8) {
      const at = a.gradient + i * 24 + c;
      let sum = load<f64>(at);
      sum += load<f64>(pull + c);
      store<f64>(at, sum);
    }
    add(a.scales + (i << 3), load<f64>(pull, 24));
  }
}
