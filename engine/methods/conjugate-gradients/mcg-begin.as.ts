import { filter } from './filter.as';

@unmanaged
export class McgBegin {
  v: usize;
  masses: usize;
  filters: usize;
  changes: usize;
  correction: usize;
  solution: usize;
  h: f32;
}

/** The start of [HAN15] Alg. 1; see mcg-begin.ts. */
export function mcgBegin(a: McgBegin, first: u32, end: u32): void {
  for (let i = <usize>first; i < <usize>end; i++) {
    const pinned = load<f32>(a.masses + (i << 4), 4) == 0;
    for (let c: usize = 0; c < 3; c++) {
      const from = (i << 4) + (c << 2);
      const to = (i * 3 + c) << 3;
      const back = -(<f64>a.h) * <f64>load<f32>(a.v + from);
      store<f64>(a.correction + to, pinned || !isFinite<f64>(back) ? 0 : back);
      store<f64>(a.solution + to, pinned ? 0 : <f64>load<f32>(a.changes + from));
    }
    filter(a.masses, a.filters, a.solution, i);
    if (pinned) continue;
    for (let c: usize = 0; c < 3; c++) {
      const to = a.solution + ((i * 3 + c) << 3);
      let held = <f64>load<f32>(a.changes + (i << 4) + (c << 2));
      held -= load<f64>(to);
      store<f64>(to, held);
    }
  }
}
