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
    const x0 = positions[i];
    const y0 = positions[i + 1];
    const z0 = positions[i + 2];
    const y1 = cx * y0 - sx * z0;
    const z1 = sx * y0 + cx * z0;
    const x1 = cy * x0 + sy * z1;
    positions[i] = cz * x1 - sz * y1 + tx;
    positions[i + 1] = sz * x1 + cz * y1 + ty;
    positions[i + 2] = -sy * x0 + cy * z1 + tz;
  }
}

/** The same velocity for every particle. */
export function uniformVelocities(
  count: number,
  path: string,
  { velocity = [0, 0, 0] }: Placement,
): Float64Array {
  const v = vector(`${path}.velocity`, velocity, 3);
  const velocities = new Float64Array(3 * count);
  for (let k = 0; k < velocities.length; k++) velocities[k] = v[k % 3];
  return velocities;
}
