@unmanaged
export class Patches {
  triangleCorners: usize;
  triangleSprings: usize;
  quadCorners: usize;
  spares: usize;
  sectors: usize;
  ends: usize;
  springs: usize;
  index: usize;
  stride: u32;
}

function sideOf(a: Patches, t: u32, slot: u32): u32 {
  const corners = a.quadCorners + ((<usize>t) << 4);
  for (let c: u32 = 0; c < 4; c++)
    if (load<u32>(corners + ((<usize>c) << 2)) == slot)
      return (load<u32>(a.sectors + ((<usize>slot) << 2)) >> c) & 1;
  return 0;
}

export function patches(a: Patches, first: u32, end: u32): void {
  for (let t = first; t < end; t++) {
    let isHeld = true;
    const held = a.triangleSprings + ((<usize>t) << 4);
    for (let k = held; k < held + 16; k += 4) {
      const s = load<u32>(k);
      if (s == u32.MAX_VALUE) continue;
      const o = a.ends + ((<usize>s) << 3);
      const version = s + a.stride * (sideOf(a, t, load<u32>(o)) + 2 * sideOf(a, t, load<u32>(o, 4)));
      if (load<f32>(a.springs + ((<usize>version) << 3), 4) == 0) isHeld = false;
    }
    const corners = <usize>t * 12;
    for (let k: usize = 0; k < 12; k += 4) {
      const slot = load<u32>(a.triangleCorners + corners + (isHeld ? k : 0));
      const spare = load<u32>(a.spares + ((<usize>slot) << 3));
      store<u32>(a.index + corners + k, sideOf(a, t, slot) == 1 ? spare : slot);
    }
  }
}
