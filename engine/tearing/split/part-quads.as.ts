import { countOne } from '../tally.as';

@unmanaged
export class PartQuads {
  spares: usize;
  sectors: usize;
  quadsAt: usize;
  sides: usize;
  opened: usize;
  opening: usize;
}

export function partQuads(a: PartQuads, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const opened = a.opened + ((<usize>i) << 2);
    store<u32>(opened, 0);
    if (load<u32>(a.spares + ((<usize>i) << 3)) == i) continue;
    let reached: u32 = 0;
    let unknown: u32 = 0;
    let here: u32 = 0;
    let there: u32 = 0;
    for (let c: u32 = 0; c < 4; c++) {
      const t = load<u32>(a.quadsAt + ((<usize>(4 * i + c)) << 2));
      if (t == u32.MAX_VALUE) continue;
      const told = load<u32>(a.sides + ((<usize>t) << 2));
      const side = told & 3;
      reached |= (told >> (2 + c)) & 1;
      if (side == 0) unknown |= 1 << c;
      if (side == 1) here |= 1 << c;
      if (side == 2) there |= 1 << c;
    }
    if (reached == 0 || unknown != 0 || here == 0 || there == 0) continue;
    const sectors = load<u32>(a.sectors + ((<usize>i) << 2));
    const opens = sectors == 0 ? there : comingOff(sectors, here, there) << 4;
    if (opens == 0) continue;
    store<u32>(opened, opens);
    countOne(a.opening);
  }
}

function comingOff(sectors: u32, here: u32, there: u32): u32 {
  const still = 15 & ~(sectors >> 4);
  const first = sectors & still;
  const second = ~sectors & still;
  return ((first & here) != 0 ? first & there : 0) | ((second & here) != 0 ? second & there : 0);
}
