// triangle.ts in AssemblyScript.
import { cross, dot, withW } from '../../vector.as';

/** From the nearest point of the triangle abc to p; in w the feature it is on. */
export function fromTriangle(p: v128, a: v128, b: v128, c: v128): v128 {
  const ab = f32x4.sub(b, a);
  const ca = f32x4.sub(a, c);
  const normal = cross(ca, ab);
  const from = f32x4.sub(p, a);
  let found = f32x4.splat(0);
  let least = f32.MAX_VALUE;
  let away = fromEdge(normal, from, ab, 0, 1);
  if (f32x4.extract_lane(away, 3) > 0) {
    found = away;
    least = dot(away, away);
  }
  away = fromEdge(normal, f32x4.sub(p, b), f32x4.sub(c, b), 1, 2);
  if (f32x4.extract_lane(away, 3) > 0 && dot(away, away) < least) {
    found = away;
    least = dot(away, away);
  }
  away = fromEdge(normal, f32x4.sub(p, c), ca, 2, 0);
  if (f32x4.extract_lane(away, 3) > 0 && dot(away, away) < least) {
    found = away;
    least = dot(away, away);
  }
  if (least < f32.MAX_VALUE) return found;
  return withW(f32x4.mul(normal, f32x4.splat(dot(from, normal) / dot(normal, normal))), 0);
}

/** From the nearest point of edge k, to corner `next`, in w its feature; 0 there if the point is not beyond the edge. */
function fromEdge(normal: v128, way: v128, edge: v128, k: f32, next: f32): v128 {
  if (dot(cross(normal, edge), way) >= 0) return f32x4.splat(0);
  const t = dot(way, edge) / dot(edge, edge);
  const feature: f32 = t <= 0 ? 4 + k : t >= 1 ? 4 + next : 1 + k;
  return withW(f32x4.sub(way, f32x4.mul(edge, f32x4.splat(max<f32>(0, min<f32>(1, t))))), feature);
}
