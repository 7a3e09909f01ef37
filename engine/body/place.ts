import { vector } from '../errors.ts';
import type { Placement } from './body.ts';

/** Turns and moves positions in place (x, then y, then z axis; then the translation). */
export function place(
  positions: Float64Array,
  path: string,
  { position = [0, 0, 0], rotation = [0, 0, 0] }: Placement,
): void {
  const [tx, ty, tz] = vector(`${path}.position`, position, 3);
  const [ax, ay, az] = vector(`${path}.rotation`, rotation, 3).map((degrees) => (degrees * Math.PI) / 180);
  const [cx, sx, cy, sy, cz, sz] = [ax, ay, az].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);
  for (let i = 0; i < positions.length; i += 3) {
    let [x, y, z] = positions.subarray(i, i + 3);
    [y, z] = [cx * y - sx * z, sx * y + cx * z];
    [x, z] = [cy * x + sy * z, -sy * x + cy * z];
    [x, y] = [cz * x - sz * y, sz * x + cz * y];
    positions.set([x + tx, y + ty, z + tz], i);
  }
}

/** The same velocity for every particle. */
export function uniformVelocities(
  count: number,
  path: string,
  { velocity = [0, 0, 0] }: Placement,
): Float64Array {
  const v = vector(`${path}.velocity`, velocity, 3);
  return Float64Array.from({ length: 3 * count }, (_, k) => v[k % 3]);
}
