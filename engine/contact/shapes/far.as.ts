import { dot } from '../../vector.as';

/** Whether a particle stays outside the bounding ball of a shape that does not turn. */
export function isFar(shape: usize, q: v128, p: v128, radius: f32): bool {
  const a = f32x4.sub(q, v128.load(shape, 32));
  const way = f32x4.sub(f32x4.sub(p, v128.load(shape, 64)), a);
  const near = load<f32>(shape, 44) + radius + sqrt<f32>(dot(way, way));
  return dot(a, a) > near * near;
}
