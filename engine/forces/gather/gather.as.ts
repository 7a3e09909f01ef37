import { xyz } from '../../vector.as';

@unmanaged
export class Gather {
  rhs: usize;
  scales: usize;
  contributions: usize;
  incidentStarts: usize;
  incidents: usize;
}

export function gather(a: Gather, first: u32, end: u32): void {
  let k = a.incidents + ((<usize>load<u32>(a.incidentStarts + ((<usize>first) << 2))) << 2);
  for (let i = first; i < end; i++) {
    const stop = a.incidents + ((<usize>load<u32>(a.incidentStarts + ((<usize>i) << 2), 4)) << 2);
    let sum = f32x4.splat(0);
    for (; k < stop; k += 4) sum = f32x4.add(sum, v128.load(a.contributions + ((<usize>load<u32>(k)) << 4)));
    const o = a.rhs + ((<usize>i) << 4);
    const scale = v128.load32_splat(a.scales + ((<usize>i) << 2));
    v128.store(o, f32x4.add(v128.load(o), xyz(f32x4.mul(scale, sum))));
  }
}
