import type { Vec3 } from '../../body/body.ts';
import { number } from '../../errors.ts';
import type { RealArray } from '../../kernel.ts';
import type { FieldsOf } from '../../options.ts';

/** Out, and how far: x, y, z of the unit normal; metres, negative inside. */
export type Field = readonly [nx: number, ny: number, nz: number, distance: number];

/** A shape in numbers, as kernels know it. */
export interface ShapeNumbers {
  /** At most four. */
  readonly dimensions: readonly number[];
  /** All of the shape is within this distance from its origin, metres. Default infinite. */
  readonly extent?: number;
  /** What four numbers cannot hold, in fours. Default none. */
  readonly data?: Float64Array;
}

/** The numbers of a shape as a kernel finds them: its data lie in the common buffer from vec4 number `at` on. */
export interface StoredShape {
  readonly dimensions: readonly number[];
  readonly data: RealArray;
  readonly at: number;
}

export interface Shape<Options> {
  /** The options it has, beside its name. */
  readonly fields: FieldsOf<Omit<Options, 'shape'>>;
  /** Every plane that touches it has all of it on one side: what slides along such a plane does not touch it again. */
  readonly convex: boolean;
  /**
   * Its text in WGSL, and those that this needs. There, and in the AssemblyScript of a file beside it, is a function named after the
   * shape, such as `funnelField`: of a point and the dimensions, or of these, where the data are and `reach` of `field`.
   */
  readonly wgsl: readonly string[];
  /** Checks what the user gave, and says what is wrong with it. */
  numbers(path: string, options: Options): ShapeNumbers;
  /**
   * The field at a point of the shape's own frame: the signed distance, or a bound that is no further from 0 and has its
   * sign. Beyond `reach` any distance above it will do, and the normal is of no account.
   */
  field(p: Vec3, stored: StoredShape, reach: number): Field;
}

export const LENGTHS = { above: 0, max: 1e9, unit: 'm' } as const;

/** A field of the options that is a length, metres. */
export const lengthOf = (path: string, field: string, value: unknown): number =>
  number(`${path}.${field}`, value, LENGTHS);

export const sign = (value: number): number => (value < 0 ? -1 : 1);

/** Away from the origin, a sphere of this radius deducted; up where there is no direction. */
export function awayFrom(x: number, y: number, z: number, radius: number): Field {
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length, length - radius] : [0, 1, 0, -radius];
}

/** A field of the half plane (distance from the axis, y, 0), turned about y. */
export function revolved([x, y, z]: Vec3, flat: (across: number, y: number) => Field): Field {
  const across = Math.hypot(x, z);
  const [ux, uz] = across > 0 ? [x / across, z / across] : [1, 0];
  const [n, ny, , distance] = flat(across, y);
  return [n * ux, ny, n * uz, distance];
}
