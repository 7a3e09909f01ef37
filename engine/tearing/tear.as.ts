import { dot } from '../vector.as';
import { countOne } from './tally.as';

@unmanaged
export class Tear {
  x: usize;
  ends: usize;
  strengths: usize;
  springs: usize;
  torn: usize;
}

export function tear(a: Tear, first: u32, end: u32): void {
  for (let s = first; s < end; s++) {
    const o = (<usize>s) << 3;
    const longest: f32 = load<f32>(a.strengths + ((<usize>s) << 2)) * load<f32>(a.springs + o);
    if (longest == 0 || load<f32>(a.springs + o, 4) == 0) continue;
    const i = (<usize>load<u32>(a.ends + o)) << 4;
    const j = (<usize>load<u32>(a.ends + o, 4)) << 4;
    const e = f32x4.sub(v128.load(a.x + i), v128.load(a.x + j));
    if (dot(e, e) <= longest * longest) continue;
    store<f32>(a.springs + o, 0, 4);
    countOne(a.torn);
  }
}
