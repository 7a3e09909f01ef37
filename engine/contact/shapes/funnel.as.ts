// funnel.ts in AssemblyScript. exp and ln are our own: the library's keep tables where a machine's memory is laid out.
import { across, clamp, revolved } from './round.as';

const NEWTON_STEPS: u32 = 10;

/** e^x for |x| < 80, to an ulp or two: x = n ln 2 + r, and Taylor's polynomial of r. */
function exp(x: f32): f32 {
  const n = nearest<f32>(x * 1.442695040888963);
  const r = x - n * 0.693359375 + n * 2.1219444e-4;
  let sum: f32 = 1.0 / 5040.0;
  sum = sum * r + 1.0 / 720.0;
  sum = sum * r + 1.0 / 120.0;
  sum = sum * r + 1.0 / 24.0;
  sum = sum * r + 1.0 / 6.0;
  sum = sum * r + 0.5;
  sum = sum * r + 1;
  sum = sum * r + 1;
  return sum * reinterpret<f32>((<i32>n + 127) << 23);
}

/** ln x for x > 0: x = m 2^n, and the series of ln m in (m - 1)/(m + 1). */
function ln(x: f32): f32 {
  const bits = reinterpret<i32>(x);
  const n = (bits - 0x3f3504f3) >> 23;
  const m = reinterpret<f32>(bits - (n << 23));
  const f = (m - 1) / (m + 1);
  const g = f * f;
  const series: f32 =
    1 + g * (<f32>(1.0 / 3.0) + g * (<f32>0.2 + g * (<f32>(1.0 / 7.0) + g * <f32>(1.0 / 9.0))));
  return <f32>n * 0.6931471805599453 + 2 * f * series;
}

export function funnelField(p: v128, dimensions: v128, data: usize, reach: f32): v128 {
  const a = f32x4.extract_lane(dimensions, 0);
  const bottom = f32x4.extract_lane(dimensions, 1);
  const top = f32x4.extract_lane(dimensions, 2);
  const half = f32x4.extract_lane(dimensions, 3);
  const r = across(p);
  const y = f32x4.extract_lane(p, 1);
  const past = max<f32>(max<f32>(y - top, bottom - y), r - load<f32>(data, 4));
  if (past - half > reach) return f32x4(0, 1, 0, past - half);
  const height = clamp(y, bottom, top);
  const gap = r - exp(height / a);
  const bound = abs<f32>(gap) * load<f32>(data) - half;
  if (bound > reach) return f32x4(0, 1, 0, bound);
  const low = gap > 0 ? height : bottom;
  const high = gap > 0 ? top : height;
  const discriminant = r * r - a * a * 8;
  if (!(gap > 0 && discriminant > 0)) return revolved(p, r, wallField(r, y, a, low, high, half));
  const root = sqrt<f32>(discriminant);
  const end = clamp(a * ln((a * a * 2) / (r + root)), low, high);
  const begin = clamp(a * ln((r + root) / 4), low, high);
  const below = wallField(r, y, a, low, end, half);
  const above = wallField(r, y, a, begin, high, half);
  const isBelow = f32x4.extract_lane(below, 3) < f32x4.extract_lane(above, 3);
  return revolved(p, r, isBelow ? below : above);
}

/** Half of f'(s), with e = e^(s/a). */
function slope(r: f32, y: f32, a: f32, s: f32, e: f32): f32 {
  return ((e - r) * e) / a + s - y;
}

function wallField(r: f32, y: f32, a: f32, low: f32, high: f32, half: f32): v128 {
  let s = low;
  if (slope(r, y, a, high, exp(high / a)) <= 0) s = high;
  else if (slope(r, y, a, low, exp(low / a)) < 0) {
    let from = low;
    let to = high;
    const near = a * 1e-5;
    s = clamp(y, low, high);
    for (let k: u32 = 0; k < NEWTON_STEPS; k++) {
      const e = exp(s / a);
      const rising = slope(r, y, a, s, e);
      if (rising > 0) to = s;
      else from = s;
      const curvature = ((e * 2 - r) * e) / (a * a) + 1;
      const next = s - rising / curvature;
      const last = s;
      s = curvature > 0 && next > from - near && next < to + near ? next : (from + to) / 2;
      if (abs<f32>(s - last) < near * 0.01) break;
    }
  }
  s = clamp(s, low, high);
  const e = exp(s / a);
  const dr = r - e;
  const dy = y - s;
  const distance = sqrt<f32>(dr * dr + dy * dy);
  if (distance > 1e-6 * half) return f32x4(dr / distance, dy / distance, 0, distance - half);
  const steep = sqrt<f32>(a * a + e * e);
  return f32x4(-a / steep, e / steep, 0, -half);
}
