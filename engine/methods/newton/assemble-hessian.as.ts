import { add, DUE } from './status.as';

@unmanaged
export class AssembleHessian {
  masses: usize;
  ends: usize;
  tensors: usize;
  diagonal: usize;
  tensorPlaces: usize;
  blockPlaces: usize;
  status: usize;
  panels: usize;
  particles: u32;
  panelEntries: u32;
}

// The Hessian of g, [LBOK13] Eq. (8)
export function assembleHessian(a: AssembleHessian, first: u32, end: u32): void {
  if (load<f64>(a.status, DUE) == 0) return;
  const particles = <usize>a.particles;
  memory.fill(a.panels, 0, (<usize>a.panelEntries) << 3);
  for (let i: usize = 0; i < particles; i++) {
    const value: f64 = isPinned(a, i) ? 1 : load<f64>(a.diagonal + (i << 3));
    store<f64>(place(a.panels, a.blockPlaces, i * 6), value);
    store<f64>(place(a.panels, a.blockPlaces, i * 6 + 3), value);
    store<f64>(place(a.panels, a.blockPlaces, i * 6 + 5), value);
  }
  for (let s = <usize>first; s < <usize>end; s++) {
    const i = <usize>load<u32>(a.ends + (s << 3));
    const j = <usize>load<u32>(a.ends + (s << 3), 4);
    const tensor = a.tensors + s * 48;
    const pinnedI = isPinned(a, i);
    const pinnedJ = isPinned(a, j);
    for (let t: usize = 0; t < 6; t++) {
      const value = load<f64>(tensor + (t << 3));
      if (!pinnedI) add(place(a.panels, a.blockPlaces, i * 6 + t), value);
      if (!pinnedJ) add(place(a.panels, a.blockPlaces, j * 6 + t), value);
    }
    if (pinnedI || pinnedJ) continue;
    for (let row: usize = 0; row < 3; row++) {
      for (let column: usize = 0; column < 3; column++) {
        const t = row < column ? row * 2 + column : column * 2 + row;
        // xx 0, xy 1, xz 2, yy 3, yz 4, zz 5: row 2 + column, but for zz, which would be 6.
        const value = load<f64>(tensor + (min<usize>(t, 5) << 3));
        add(place(a.panels, a.tensorPlaces, s * 9 + 3 * row + column), -value);
      }
    }
  }
}

function place(panels: usize, places: usize, at: usize): usize {
  return panels + ((<usize>load<u32>(places + (at << 2))) << 3);
}

function isPinned(a: AssembleHessian, i: usize): bool {
  return load<f32>(a.masses + (i << 4), 4) == 0;
}
