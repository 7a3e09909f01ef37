import { rowStart } from '../../rows.as';
import { dot } from '../../vector.as';

@unmanaged
export class WorstSpring {
  x: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  strengths: usize;
  spares: usize;
  sectors: usize;
  worst: usize;
  entries: u32;
}

function isWhole(a: WorstSpring, i: u32): bool {
  return load<u32>(a.spares + ((<usize>i) << 3)) != i && load<u32>(a.sectors + ((<usize>i) << 2)) == 0;
}

export function worstSpring(a: WorstSpring, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    let most: f32 = 1;
    let which = u32.MAX_VALUE;
    if (isWhole(a, i)) {
      const xi = v128.load(a.x + ((<usize>i) << 4));
      const stop = rowStart(a.neighbours, a.entries, i + 1);
      for (let entry = rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
        const j = load<u32>(a.neighbours + entry);
        const s = load<u32>(a.springOf + entry);
        const spring = a.springs + ((<usize>s) << 3);
        const strength = load<f32>(a.strengths + ((<usize>s) << 2));
        if (j == i || load<f32>(spring, 4) == 0 || strength == 0 || !isWhole(a, j)) continue;
        const longest: f32 = <f32>0.5 * (strength + 1) * load<f32>(spring);
        const e = f32x4.sub(xi, v128.load(a.x + ((<usize>j) << 4)));
        const stretch: f32 = dot(e, e) / (longest * longest);
        if (stretch > most || (stretch == most && s < which)) {
          most = stretch;
          which = s;
        }
      }
    }
    store<u32>(a.worst + ((<usize>i) << 2), which);
  }
}
