import { cross, dot } from '../../vector.as';

@unmanaged
export class SideQuads {
  x: usize;
  quadCorners: usize;
  spares: usize;
  sectors: usize;
  sides: usize;
  ax: f32;
  ay: f32;
  az: f32;
  bx: f32;
  by: f32;
  bz: f32;
  cx: f32;
  cy: f32;
  cz: f32;
  fresh: u32;
}

/** Position of a corner of the quad at this address. */
function placeOf(args: SideQuads, quad: usize, corner: u32): v128 {
  let slot = load<u32>(quad + ((<usize>corner) << 2));
  if ((load<u32>(args.sectors + ((<usize>slot) << 2)) >> corner) & 1)
    slot = load<u32>(args.spares + ((<usize>slot) << 3));
  return v128.load(args.x + ((<usize>slot) << 4));
}

export function sideQuads(args: SideQuads, first: u32, end: u32): void {
  const a = f32x4(args.ax, args.ay, args.az, 0);
  const b = f32x4(args.bx, args.by, args.bz, 0);
  const c = f32x4(args.cx, args.cy, args.cz, 0);
  const ab = f32x4.sub(b, a);
  const n = cross(ab, f32x4.sub(c, a));
  const n2 = dot(n, n);
  for (let t = first; t < end; t++) {
    const side = args.sides + ((<usize>t) << 2);
    const quad = args.quadCorners + ((<usize>t) << 4);
    if (args.fresh == 1) store<u32>(side, 0);
    if (load<u32>(side) != 0 || load<u32>(quad) == u32.MAX_VALUE) continue;
    let p = f32x4.splat(0);
    for (let corner: u32 = 0; corner < 4; corner++) {
      p = f32x4.add(p, f32x4.mul(f32x4.splat(0.25), placeOf(args, quad, corner)));
    }
    let r2: f32 = 0;
    for (let corner: u32 = 0; corner < 4; corner++) {
      const away = f32x4.sub(placeOf(args, quad, corner), p);
      r2 += dot(away, away);
    }
    const off = dot(n, f32x4.sub(p, a));
    if (off * off > r2 * n2) continue;
    if (dot(n, cross(f32x4.sub(c, b), f32x4.sub(p, b))) < 0) continue;
    if (dot(n, cross(f32x4.sub(a, c), f32x4.sub(p, c))) < 0) continue;
    const inside = dot(n, cross(ab, f32x4.sub(p, a)));
    const isNear = args.fresh == 0 && inside * inside <= r2 * n2 * dot(ab, ab);
    if (inside >= 0 || isNear) store<u32>(side, 60 | (off >= 0 ? 1 : 2));
  }
}
