/** Where a collider stands: a turn, then a move. */
import type { Vec3 } from '../body/body.ts';

export interface Pose {
  /** Metres. */
  readonly position: Vec3;
  /** A unit quaternion. */
  readonly turn: Quaternion;
}

export type Quaternion = readonly [x: number, y: number, z: number, w: number];

export const STILL: Quaternion = [0, 0, 0, 1];

/** p turned by q: p + 2 u × (u × p + w p), u being q's vector part. */
export function turned([ux, uy, uz, w]: Quaternion, [x, y, z]: Vec3): Vec3 {
  const [tx, ty, tz] = [
    2 * (uy * z - uz * y + w * x),
    2 * (uz * x - ux * z + w * y),
    2 * (ux * y - uy * x + w * z),
  ];
  return [x + uy * tz - uz * ty, y + uz * tx - ux * tz, z + ux * ty - uy * tx];
}

export const reversed = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];

/** From the world into the frame of a pose. */
export const into = ({ position, turn }: Pose, p: Vec3): Vec3 =>
  turned(reversed(turn), [p[0] - position[0], p[1] - position[1], p[2] - position[2]]);
export const times = ([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

/** From a (t = 0) to b (t = 1), evenly and the shorter way round. */
export function between(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  // Near 0, sin(t φ)/sin φ is t.
  const part = (t: number) => (angle > 1e-6 ? Math.sin(t * angle) / Math.sin(angle) : t);
  const [u, v] = [part(1 - t), cosine < 0 ? -part(t) : part(t)];
  return [u * a[0] + v * b[0], u * a[1] + v * b[1], u * a[2] + v * b[2], u * a[3] + v * b[3]];
}

/** The angle of the turn that leads from one to the other the shorter way, radians. */
export const angleBetween = (a: Quaternion, b: Quaternion): number => {
  const [x, y, z, w] = times(b, reversed(a));
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
};

/** A turn by an angle in radians about a unit axis. */
export function about([x, y, z]: Vec3, angle: number): Quaternion {
  const s = Math.sin(angle / 2);
  return [s * x, s * y, s * z, Math.cos(angle / 2)];
}

/** Degrees about x, then y, then z, as bodies are placed. */
export function fromDegrees([x, y, z]: Vec3): Quaternion {
  const radians = Math.PI / 180;
  return times(
    about([0, 0, 1], z * radians),
    times(about([0, 1, 0], y * radians), about([1, 0, 0], x * radians)),
  );
}
