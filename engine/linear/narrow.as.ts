import { get } from './lists.as';

@unmanaged
export class Narrow {
  columns: usize;
  panelStarts: usize;
  panels: usize;
  reciprocals: usize;
  narrowPanels: usize;
  narrowReciprocals: usize;
}

export function narrow(a: Narrow, first: u32, end: u32): void {
  round(a.panels, a.narrowPanels, get(a.panelStarts, first), get(a.panelStarts, end));
  round(a.reciprocals, a.narrowReciprocals, get(a.columns, first), get(a.columns, end));
}

/** Numbers [first, end) of a list, two at a time. */
function round(from: usize, to: usize, first: u32, end: u32): void {
  let k = first;
  for (; k + 2 <= end; k += 2) {
    const two = f32x4.demote_f64x2_zero(v128.load(from + ((<usize>k) << 3)));
    v128.store64_lane(to + ((<usize>k) << 2), two, 0);
  }
  if (k < end) store<f32>(to + ((<usize>k) << 2), <f32>load<f64>(from + ((<usize>k) << 3)));
}
