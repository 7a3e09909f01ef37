// grid.ts in AssemblyScript.
import { dot, withW, xyz } from '../../vector.as';
import { boxField } from './edged.as';

function mix(a: f32, b: f32, t: f32): f32 {
  return a + t * (b - a);
}

export function gridField(p: v128, dimensions: v128, data: usize, reach: f32): v128 {
  const box = boxField(p, dimensions);
  const outside = f32x4.extract_lane(box, 3);
  if (outside > reach) return box;
  const half = xyz(dimensions);
  const near = f32x4.max(f32x4.neg(half), f32x4.min(half, xyz(p)));
  const sample = sampled(data, near, half);
  const gradient = xyz(sample);
  const steep = sqrt<f32>(dot(gradient, gradient));
  const normal = steep > 0 ? f32x4.div(gradient, f32x4.splat(steep)) : xyz(box);
  const distance = f32x4.extract_lane(dimensions, 3) * f32x4.extract_lane(sample, 3);
  if (outside <= 0) return distance > outside ? withW(normal, distance) : box;
  if (distance <= 0) return box;
  const length = sqrt<f32>(outside * outside + distance * distance);
  const way = f32x4.add(
    f32x4.mul(xyz(box), f32x4.splat(outside / length)),
    f32x4.mul(normal, f32x4.splat(distance / length)),
  );
  const unit = sqrt<f32>(dot(way, way));
  return unit > 0 ? withW(f32x4.div(way, f32x4.splat(unit)), length) : withW(box, length);
}

/** [gx gy gz value] at a point of the box. */
function sampled(data: usize, p: v128, half: v128): v128 {
  const cells = v128.load(data);
  const perMetre = f32x4.div(cells, f32x4.add(half, half));
  const scaled = f32x4.mul(f32x4.add(p, half), perMetre);
  const at = f32x4.min(f32x4.sub(cells, f32x4.splat(1)), f32x4.floor(scaled));
  const t = f32x4.sub(scaled, at);
  const u = f32x4.extract_lane(t, 0);
  const v = f32x4.extract_lane(t, 1);
  const w = f32x4.extract_lane(t, 2);
  const row = <u32>f32x4.extract_lane(cells, 0) + 1;
  const layer = row * (<u32>f32x4.extract_lane(cells, 1) + 1);
  const index =
    <u32>f32x4.extract_lane(at, 0) +
    row * <u32>f32x4.extract_lane(at, 1) +
    layer * <u32>f32x4.extract_lane(at, 2);
  const k0 = data + 16 + ((<usize>index) << 2);
  const k1 = k0 + ((<usize>row) << 2);
  const k2 = k0 + ((<usize>layer) << 2);
  const k3 = k2 + ((<usize>row) << 2);
  const e0 = load<f32>(k0, 4) - load<f32>(k0);
  const e1 = load<f32>(k1, 4) - load<f32>(k1);
  const e2 = load<f32>(k2, 4) - load<f32>(k2);
  const e3 = load<f32>(k3, 4) - load<f32>(k3);
  const v0 = load<f32>(k0) + u * e0;
  const v1 = load<f32>(k1) + u * e1;
  const v2 = load<f32>(k2) + u * e2;
  const v3 = load<f32>(k3) + u * e3;
  const near = mix(v0, v1, v);
  const far = mix(v2, v3, v);
  const grows = mix(mix(e0, e1, v), mix(e2, e3, v), w);
  const rises = mix(v1 - v0, v3 - v2, w);
  return withW(f32x4.mul(f32x4(grows, rises, far - near, 0), perMetre), mix(near, far, w));
}
