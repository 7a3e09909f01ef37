@unmanaged
export class Assemble {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  places: usize;
  diagonals: usize;
  panels: usize;
  weights: usize;
  width: u32;
  numbers: u32;
  inertia: f32;
}

function isPinned(a: Assemble, i: u32): bool {
  return load<f32>(a.masses + ((<usize>i) << 4), 4) == 0;
}

/** Number k of the panels. */
function place(a: Assemble, k: u32): usize {
  return a.panels + ((<usize>k) << 3);
}

export function assemble(a: Assemble, first: u32, end: u32): void {
  const bytes = (<usize>a.width) << 2;
  memory.fill(a.panels, 0, (<usize>a.numbers) << 3);
  for (let i = first; i < end; i++) {
    const pinned = isPinned(a, i);
    let diagonal = <f64>a.inertia * <f64>load<f32>(a.masses + ((<usize>i) << 4));
    for (let e = <usize>i * bytes, stop = e + bytes; e < stop; e += 4) {
      const j = load<u32>(a.neighbours + e);
      const spring = <usize>load<u32>(a.springOf + e);
      const s: f32 = j == i ? 0 : load<f32>(a.springs + (spring << 3), 4);
      diagonal += <f64>s;
      store<f32>(a.weights + e, pinned ? 0 : s);
      if (j < i && !pinned && !isPinned(a, j)) {
        const at = place(a, load<u32>(a.places + (spring << 2)));
        store<f64>(at, load<f64>(at) - <f64>s);
      }
    }
    store<f64>(place(a, load<u32>(a.diagonals + ((<usize>i) << 2))), pinned ? 1 : diagonal);
  }
}
