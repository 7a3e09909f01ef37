// heightfield.ts in AssemblyScript.
import { dot, withW, xyz } from '../../vector.as';
import { clamp } from './round.as';
import { fromTriangle } from './triangle.as';

function heightOf(data: usize, columns: u32, column: u32, row: u32): f32 {
  return load<f32>(data + 16 + ((<usize>(row * (columns + 1) + column)) << 2));
}

export function heightfieldField(p: v128, dimensions: v128, data: usize, reach: f32): v128 {
  const a = f32x4.extract_lane(dimensions, 0);
  const c = f32x4.extract_lane(dimensions, 1);
  const columns = <u32>f32x4.extract_lane(dimensions, 2);
  const x = f32x4.extract_lane(p, 0);
  const y = f32x4.extract_lane(p, 1);
  const z = f32x4.extract_lane(p, 2);
  const nearX = clamp(x, -a, a);
  const nearZ = clamp(z, -c, c);
  const beyondX = x - nearX;
  const beyondZ = z - nearZ;
  const over = sqrt<f32>(beyondX * beyondX + beyondZ * beyondZ);
  if (over > reach) return f32x4(0, 1, 0, over);
  const gridX = ((nearX + a) * f32x4.extract_lane(dimensions, 2)) / (a * 2);
  const gridZ = ((nearZ + c) * f32x4.extract_lane(dimensions, 3)) / (c * 2);
  const column = min<u32>(columns - 1, <u32>gridX);
  const row = min<u32>(<u32>f32x4.extract_lane(dimensions, 3) - 1, <u32>gridZ);
  const u = gridX - <f32>column;
  const v = gridZ - <f32>row;
  const from = heightOf(data, columns, column, row);
  const across = heightOf(data, columns, column + 1, row + 1);
  const beside = u > v ? heightOf(data, columns, column + 1, row) : heightOf(data, columns, column, row + 1);
  const above = y - (from + max<f32>(u, v) * (beside - from) + min<f32>(u, v) * (across - beside));
  if (above <= 0 && over > 0) return f32x4(beyondX / over, 0, beyondZ / over, over);
  const bound = max<f32>(over, abs<f32>(above) * load<f32>(data));
  if (above > 0 && bound > reach) return f32x4(0, 1, 0, bound);
  const top = surfaceField(p, dimensions, data, column, row, above < 0 ? -1 : 1, bound);
  if (above > 0) return top;
  const wallX = abs<f32>(x) - a;
  const wallZ = abs<f32>(z) - c;
  const depth = f32x4.extract_lane(top, 3);
  if (depth >= wallX && depth >= wallZ) return top;
  return wallX > wallZ ? f32x4(x < 0 ? -1 : 1, 0, 0, wallX) : f32x4(0, 0, z < 0 ? -1 : 1, wallZ);
}

function surfaceField(
  p: v128,
  dimensions: v128,
  data: usize,
  column: u32,
  row: u32,
  side: f32,
  bound: f32,
): v128 {
  const a = f32x4.extract_lane(dimensions, 0);
  const c = f32x4.extract_lane(dimensions, 1);
  const columns = <u32>f32x4.extract_lane(dimensions, 2);
  const rows = <u32>f32x4.extract_lane(dimensions, 3);
  const cellX = (a * 2) / f32x4.extract_lane(dimensions, 2);
  const cellZ = (c * 2) / f32x4.extract_lane(dimensions, 3);
  const x = f32x4.extract_lane(p, 0);
  const z = f32x4.extract_lane(p, 2);
  const q = xyz(p);
  let least = f32.MAX_VALUE;
  let found = f32x4.splat(0);
  for (let k: u32 = 4; k < 13; k++) {
    // Below 0 these wrap around and are past the last.
    const i = column + (k % 3) - 1;
    const j = row + ((k / 3) % 3) - 1;
    if (i >= columns || j >= rows) continue;
    const left = cellX * <f32>i - a;
    const right = cellX * <f32>(i + 1) - a;
    const near = cellZ * <f32>j - c;
    const far = cellZ * <f32>(j + 1) - c;
    const aside = max<f32>(0, max<f32>(left - x, x - right));
    const along = max<f32>(0, max<f32>(near - z, z - far));
    if (aside * aside + along * along >= least) continue;
    const from = f32x4(left, heightOf(data, columns, i, j), near, 0);
    const across = f32x4(right, heightOf(data, columns, i + 1, j + 1), far, 0);
    let away = fromTriangle(q, from, across, f32x4(right, heightOf(data, columns, i + 1, j), near, 0));
    if (dot(away, away) < least) {
      found = away;
      least = dot(away, away);
    }
    away = fromTriangle(q, from, f32x4(left, heightOf(data, columns, i, j + 1), far, 0), across);
    if (dot(away, away) < least) {
      found = away;
      least = dot(away, away);
    }
  }
  const length = sqrt<f32>(least);
  if (length == 0) return f32x4(0, 1, 0, 0);
  const distance = side * min<f32>(length, max<f32>(bound, min<f32>(cellX, cellZ)));
  return withW(f32x4.mul(found, f32x4.splat(side / length)), distance);
}
