import { dot, withW, xyz } from '../../vector.as';

const MENDED: f32 = 0.1;
const MOST_MENDED: f32 = 100;

/** The impulse on the particle at i from that at j, byte offsets; 1 in w where they meet. All zero where they don't. */
export function impulseBetween(
  x: usize,
  v: usize,
  delta: usize,
  masses: usize,
  pairs: usize,
  h: v128,
  materials: u32,
  i: usize,
  j: usize,
): v128 {
  const mi = v128.load(masses + i);
  const mj = v128.load(masses + j);
  const di = v128.load(delta + i);
  const dj = v128.load(delta + j);
  const between = xyz(f32x4.sub(v128.load(x + i), v128.load(x + j)));
  const a = xyz(f32x4.sub(between, f32x4.mul(h, f32x4.sub(v128.load(v + i), v128.load(v + j)))));
  const b = xyz(f32x4.add(between, f32x4.sub(di, dj)));
  const reach = f32x4.extract_lane(mi, 2) + f32x4.extract_lane(mj, 2);
  const yielding =
    max<f32>(1, f32x4.extract_lane(di, 3)) * f32x4.extract_lane(mi, 1) +
    max<f32>(1, f32x4.extract_lane(dj, 3)) * f32x4.extract_lane(mj, 1);
  const none = f32x4.splat(0);
  const way = f32x4.sub(b, a);
  const apart2 = dot(a, a);
  const apart = sqrt<f32>(apart2);
  let n = f32x4(0, i < j ? 1 : -1, 0, 0);
  let wanted = reach;
  if (apart >= reach) {
    const length2 = dot(way, way);
    const towards = dot(a, way);
    const root = towards * towards - length2 * (apart * apart - reach * reach);
    if (towards >= 0 || root < 0) return none;
    const t = (-towards - sqrt<f32>(root)) / length2;
    if (t > 1) return none;
    n = f32x4.div(f32x4.add(a, f32x4.mul(f32x4.splat(t), way)), f32x4.splat(reach));
  } else {
    const time = f32x4.extract_lane(h, 0);
    const most = time > 0 ? MOST_MENDED * time * time : reach;
    wanted = apart + min<f32>(most, MENDED * (reach - apart));
    if (apart > 0) n = f32x4.div(a, f32x4.splat(apart));
  }
  const depth = wanted - dot(b, n);
  if (!(depth > 0) || yielding == 0) return none;
  const slip = f32x4.sub(way, f32x4.mul(f32x4.splat(dot(way, n)), n));
  const slipped = sqrt<f32>(dot(slip, slip));
  const pair =
    pairs + ((<usize>(<u32>f32x4.extract_lane(mi, 3) * materials + <u32>f32x4.extract_lane(mj, 3))) << 4);
  const held = slipped <= load<f32>(pair) * depth ? <f32>1 : (load<f32>(pair, 4) * depth) / slipped;
  const moved = f32x4.sub(f32x4.mul(f32x4.splat(depth), n), f32x4.mul(f32x4.splat(held), slip));
  return withW(f32x4.div(moved, f32x4.splat(yielding)), 1);
}
