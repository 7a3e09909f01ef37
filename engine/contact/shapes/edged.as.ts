// edged.ts in AssemblyScript.
import { dot, withW, xyz } from '../../vector.as';
import { across, awayFrom, revolved } from './round.as';

/** 1 or -1 a lane, as the sign bit says; -0 counts as below 0, where it changes nothing that is seen. */
function signs(p: v128): v128 {
  return v128.or(v128.and(p, f32x4.splat(-0.0)), f32x4.splat(1));
}

export function boxField(p: v128, half: v128): v128 {
  const q = f32x4.sub(f32x4.abs(p), half);
  const qx = f32x4.extract_lane(q, 0);
  const qy = f32x4.extract_lane(q, 1);
  const deepest = max<f32>(max<f32>(qx, qy), f32x4.extract_lane(q, 2));
  const out = signs(p);
  if (deepest > 0) {
    const o = xyz(f32x4.max(q, f32x4.splat(0)));
    const length = sqrt<f32>(dot(o, o));
    return withW(f32x4.div(f32x4.mul(out, o), f32x4.splat(length)), length);
  }
  const lane = qx == deepest ? i32x4(-1, 0, 0, 0) : qy == deepest ? i32x4(0, -1, 0, 0) : i32x4(0, 0, -1, 0);
  return withW(v128.and(out, lane), deepest);
}

export function cylinderField(p: v128, dimensions: v128): v128 {
  const r = across(p);
  const half = f32x4.replace_lane(dimensions, 2, 1e30);
  return revolved(p, r, boxField(f32x4(r, f32x4.extract_lane(p, 1), 0, 0), half));
}

export function coneField(p: v128, dimensions: v128): v128 {
  const radius = f32x4.extract_lane(dimensions, 0);
  const half = f32x4.extract_lane(dimensions, 1);
  const top = f32x4.extract_lane(dimensions, 2);
  const r = across(p);
  const y = f32x4.extract_lane(p, 1);
  const base = edgeField(r + radius, y + half, radius * 2, 0);
  const flank = edgeField(r - radius, y + half, top - radius, half * 2);
  const lid = edgeField(r - top, y - half, -2 * top, 0);
  return revolved(p, r, outermost(outermost(base, flank), lid));
}

export function wedgeField(p: v128, dimensions: v128): v128 {
  const a = f32x4.extract_lane(dimensions, 0);
  const b = f32x4.extract_lane(dimensions, 1);
  const ridge = f32x4.extract_lane(dimensions, 3);
  const x = f32x4.extract_lane(p, 0);
  const y = f32x4.extract_lane(p, 1);
  const base = edgeField(x + a, y + b, a * 2, 0);
  const right = edgeField(x - a, y + b, ridge - a, b * 2);
  const left = edgeField(x - ridge, y - b, -a - ridge, -2 * b);
  const z = f32x4.extract_lane(p, 2);
  return drawn(outermost(outermost(base, right), left), z, f32x4.extract_lane(dimensions, 2));
}

/** A field of the plane z = 0, drawn along z to both sides by `half`. */
function drawn(field: v128, z: f32, half: f32): v128 {
  const flat = f32x4.extract_lane(field, 3);
  const along = abs<f32>(z) - half;
  const side: f32 = z < 0 ? -1 : 1;
  if (flat <= 0 && along <= 0) return flat > along ? field : f32x4(0, 0, side, along);
  const out = max<f32>(flat, 0);
  const over = max<f32>(along, 0);
  const length = sqrt<f32>(out * out + over * over);
  const turned = f32x4.mul(field, f32x4.splat(out / length));
  return withW(f32x4.replace_lane(turned, 2, (side * over) / length), length);
}

/** The distance of (x, y) from the edge from 0 to (ex, ey) if it is on its outer side, else from its line. */
function edgeField(x: f32, y: f32, ex: f32, ey: f32): v128 {
  const length = sqrt<f32>(ex * ex + ey * ey);
  if (length == 0) return f32x4(0, 1, 0, -1e30);
  const nx = ey / length;
  const ny = -ex / length;
  const distance = x * nx + y * ny;
  const t = (x * ex + y * ey) / (length * length);
  if (distance <= 0 || (t > 0 && t < 1)) return f32x4(nx, ny, 0, distance);
  return t > 0 ? awayFrom(f32x4(x - ex, y - ey, 0, 0), 0) : awayFrom(f32x4(x, y, 0, 0), 0);
}

/** Outside, the nearest edge counts; inside, the line that is least far inside. */
function outermost(a: v128, b: v128): v128 {
  const da = f32x4.extract_lane(a, 3);
  const db = f32x4.extract_lane(b, 3);
  return (da > 0 && db > 0) == da < db ? a : b;
}
