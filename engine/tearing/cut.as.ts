import { cross, dot } from '../vector.as';

@unmanaged
export class Cut {
  x: usize;
  ends: usize;
  springs: usize;
  ax: f32;
  ay: f32;
  az: f32;
  bx: f32;
  by: f32;
  bz: f32;
  cx: f32;
  cy: f32;
  cz: f32;
}

function isLeft(n: v128, from: v128, to: v128, p: v128): bool {
  return dot(n, cross(f32x4.sub(to, from), f32x4.sub(p, from))) >= 0;
}

export function cut(args: Cut, first: u32, end: u32): void {
  const a = f32x4(args.ax, args.ay, args.az, 0);
  const b = f32x4(args.bx, args.by, args.bz, 0);
  const c = f32x4(args.cx, args.cy, args.cz, 0);
  const n = cross(f32x4.sub(b, a), f32x4.sub(c, a));
  for (let s = first; s < end; s++) {
    const o = (<usize>s) << 3;
    const xi = v128.load(args.x + ((<usize>load<u32>(args.ends + o)) << 4));
    const xj = v128.load(args.x + ((<usize>load<u32>(args.ends + o, 4)) << 4));
    const before = dot(n, f32x4.sub(xi, a));
    const after = dot(n, f32x4.sub(xj, a));
    if (before >= 0 == after >= 0) continue;
    const share = f32x4.splat(before / (before - after));
    const p = f32x4.add(xi, f32x4.mul(share, f32x4.sub(xj, xi)));
    if (isLeft(n, a, b, p) && isLeft(n, b, c, p) && isLeft(n, c, a, p)) store<f32>(args.springs + o, 0, 4);
  }
}
