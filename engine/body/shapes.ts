/** The shapes a solid may be cut to, as large as the box [-1, 1]³ that its lattice fills. */
import type { Vec3 } from './body.ts';

export const SOLID_SHAPES = ['box', 'ellipsoid', 'cylinder', 'torus'] as const;
export type SolidShape = (typeof SOLID_SHAPES)[number];

export interface Shape {
  contains(x: number, y: number, z: number): boolean;
  /** The axes, as bits (1 x, 2 y, 4 z), across which the shape ends in a curve and not in a side of the box. */
  readonly curved: number;
  /** The point of the curved surface that a point near it belongs to. */
  onto(x: number, y: number, z: number): Vec3;
}

const box: Shape = { contains: () => true, curved: 0, onto: (...point) => point };

const ellipsoid: Shape = {
  contains: (x, y, z) => Math.hypot(x, y, z) < 1,
  curved: 1 | 2 | 4,
  onto: (x, y, z) => {
    const r = Math.hypot(x, y, z);
    return [x / r, y / r, z / r];
  },
};

/** Upright, along y. */
const cylinder: Shape = {
  contains: (x, _, z) => Math.hypot(x, z) < 1,
  curved: 1 | 4,
  onto: (x, y, z) => {
    const r = Math.hypot(x, z);
    return [x / r, y, z / r];
  },
};

/** Lying, about y. The tube is `tube` thick, as a share of the ring's diameter. */
function torus(tube: number): Shape {
  /** From the middle of the tube, in its radii: outwards and up. */
  const inTube = (x: number, y: number, z: number) => [(Math.hypot(x, z) - (1 - tube)) / tube, y];
  return {
    contains: (x, y, z) => Math.hypot(...inTube(x, y, z)) < 1,
    curved: 1 | 2 | 4,
    onto: (x, y, z) => {
      const [out, up] = inTube(x, y, z);
      const r = Math.hypot(out, up);
      const wider = (1 - tube + (tube * out) / r) / Math.hypot(x, z);
      return [wider * x, up / r, wider * z];
    },
  };
}

/** A torus is as thick as its box is high. */
export const tubeOf = ([x, y, z]: readonly number[]): number => y / Math.min(x, z);

export function shapeOf(shape: SolidShape, size: readonly number[]): Shape {
  return shape === 'torus' ? torus(tubeOf(size)) : { box, ellipsoid, cylinder }[shape];
}
