import { stiffnessesOf } from '../../methods/spring.as';
import { rowStart } from '../../rows.as';

@unmanaged
export class ScaleRows {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  scales: usize;
  entries: u32;
  inertia: f32;
  omega: f32;
  divided: u32;
}

// ω over the denominator of [PNF18] Eq. (6)
export function scaleRows(args: ScaleRows, first: u32, end: u32): void {
  for (let i = first; i < end; i++)
    store<f32>(args.scales + ((<usize>i) << 2), scaleOf(args, i, args.masses + ((<usize>i) << 4)));
}

/** Rows are as long as a multiple of four. */
function scaleOf(args: ScaleRows, i: u32, particle: usize): f32 {
  if (load<f32>(particle, 4) == 0) return 0;
  if (args.divided == 0) return 1;
  let a: f32 = args.inertia * load<f32>(particle);
  const stop = rowStart(args.neighbours, args.entries, i + 1);
  for (let e = rowStart(args.neighbours, args.entries, i); e < stop; e += 16) {
    const s = stiffnessesOf(i, args.neighbours + e, args.springs, args.springOf + e);
    a += f32x4.extract_lane(s, 0);
    a += f32x4.extract_lane(s, 1);
    a += f32x4.extract_lane(s, 2);
    a += f32x4.extract_lane(s, 3);
  }
  return a == 0 ? 0 : args.omega / a;
}
