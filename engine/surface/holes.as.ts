@unmanaged
export class Holes {
  triangleCorners: usize;
  triangleSprings: usize;
  springs: usize;
  index: usize;
}

// [NP17] 5.4.1: triangles follow the springs that are left
export function holes(a: Holes, first: u32, end: u32): void {
  for (let t = first; t < end; t++) {
    let isHeld = true;
    const springs = a.triangleSprings + ((<usize>t) << 4);
    for (let k = springs; k < springs + 16; k += 4) {
      const spring = load<u32>(k);
      if (spring != u32.MAX_VALUE && load<f32>(a.springs + ((<usize>spring) << 3), 4) == 0) isHeld = false;
    }
    const corners = <usize>t * 12;
    for (let k: usize = 0; k < 12; k += 4) {
      const corner = load<u32>(a.triangleCorners + corners + (isHeld ? k : 0));
      store<u32>(a.index + corners + k, corner);
    }
  }
}
