/** Shapes at a distance from a point, a line or a circle; and the plane. */

import wgsl from './round.wgsl?raw';
import { awayFrom, lengthOf, revolved, type Shape } from './shape.ts';

/** Everything below y = 0. */
export interface PlaneShape {
  readonly shape: 'plane';
}

export interface SphereShape {
  readonly shape: 'sphere';
  /** Metres. */
  readonly radius: number;
}

export interface CapsuleShape {
  readonly shape: 'capsule';
  /** Metres. */
  readonly radius: number;
  /** Between the centres of its ends, metres. */
  readonly length: number;
}

/** A ring about y. */
export interface TorusShape {
  readonly shape: 'torus';
  /** Of the circle in the middle of the tube, metres. */
  readonly radius: number;
  /** Radius of the tube, metres. */
  readonly tube: number;
}

export const plane: Shape<PlaneShape> = {
  fields: {},
  convex: true,
  wgsl: [wgsl],
  numbers: () => ({ dimensions: [] }),
  field: ([, y]) => [0, 1, 0, y],
};

export const sphere: Shape<SphereShape> = {
  fields: { radius: true },
  convex: true,
  wgsl: [wgsl],
  numbers: (path, { radius }) => ({ dimensions: [lengthOf(path, 'radius', radius)], extent: radius }),
  field: (p, { dimensions: [radius] }) => awayFrom(...p, radius),
};

export const capsule: Shape<CapsuleShape> = {
  fields: { radius: true, length: true },
  convex: true,
  wgsl: [wgsl],
  numbers: (path, { radius, length }) => ({
    dimensions: [lengthOf(path, 'radius', radius), lengthOf(path, 'length', length) / 2],
    extent: radius + length / 2,
  }),
  field: ([x, y, z], { dimensions: [radius, half] }) =>
    awayFrom(x, y - Math.max(-half, Math.min(half, y)), z, radius),
};

export const torus: Shape<TorusShape> = {
  fields: { radius: true, tube: true },
  convex: false,
  wgsl: [wgsl],
  numbers: (path, { radius, tube }) => ({
    dimensions: [lengthOf(path, 'radius', radius), lengthOf(path, 'tube', tube)],
    extent: radius + tube,
  }),
  field: (p, { dimensions: [radius, tube] }) =>
    revolved(p, (across, y) => awayFrom(across - radius, y, 0, tube)),
};
