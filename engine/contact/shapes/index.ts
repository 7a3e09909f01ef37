/**
 * The shapes of colliders, each a signed distance: how far a point is outside (negative: inside) and which way is out. Where
 * no exact distance is at hand, it is a bound no further from 0: a point further away than its way is long is never reached.
 * A shape stands in its own frame. Beside every file are its functions in AssemblyScript and WGSL; what chooses among
 * them by the shape's number is made from the list `SHAPES`: `wgsl.ts`, and for AssemblyScript `scripts/plugin.js`.
 */
import type { Vec3 } from '../../body/body.ts';
import { InputError } from '../../errors.ts';
import {
  type BoxShape,
  box,
  type ConeShape,
  type CylinderShape,
  cone,
  cylinder,
  type WedgeShape,
  wedge,
} from './edged.ts';
import { type FunnelShape, funnel } from './funnel.ts';
import { type GridShape, grid } from './grid.ts';
import { type HeightfieldShape, heightfield } from './heightfield.ts';
import { type MeshShape, mesh } from './mesh.ts';
import {
  type CapsuleShape,
  capsule,
  type PlaneShape,
  plane,
  type SphereShape,
  sphere,
  type TorusShape,
  torus,
} from './round.ts';
import type { Field, Shape, ShapeNumbers, StoredShape } from './shape.ts';

/** Lengths in metres. Shapes are centred at the origin, before they are placed; axes are along y. */
export type ColliderShape =
  | PlaneShape
  | SphereShape
  | BoxShape
  | CapsuleShape
  | CylinderShape
  | ConeShape
  | WedgeShape
  | TorusShape
  | FunnelShape
  | HeightfieldShape
  | GridShape
  | MeshShape;

export type ShapeName = ColliderShape['shape'];

/** In the order of their numbers, from 1 on. */
export const SHAPES: { readonly [N in ShapeName]: Shape<Extract<ColliderShape, { readonly shape: N }>> } = {
  plane,
  sphere,
  box,
  capsule,
  cylinder,
  cone,
  wedge,
  torus,
  funnel,
  heightfield,
  grid,
  mesh,
};

export const SHAPE_NAMES = Object.keys(SHAPES) as readonly ShapeName[];

/** The fields that options of this shape have. */
export function fieldsOfShape(path: string, options: ColliderShape): Readonly<Record<string, true>> {
  if (!Object.hasOwn(SHAPES, options?.shape))
    throw new InputError(`${path}.shape`, options?.shape, SHAPE_NAMES.join(', '));
  return { shape: true, ...SHAPES[options.shape].fields };
}

/** A shape's number as kernels know it; 0 is no shape. */
export const shapeId = (name: ShapeName): number => SHAPE_NAMES.indexOf(name) + 1;

/** The shape in numbers, checked. */
export function shapeNumbers(path: string, options: ColliderShape): ShapeNumbers {
  fieldsOfShape(path, options);
  const shape = SHAPES[options.shape] as Shape<ColliderShape>;
  return shape.numbers(path, options);
}

/** Throws an `InputError` where a shape is none, such as a mesh that is open; its path begins with `path`. */
export function checkShape(path: string, options: ColliderShape): void {
  shapeNumbers(path, options);
}

/** The field of the shape with this number at a point of its own frame; see `Shape.field`. */
export const fieldAt = (id: number, p: Vec3, stored: StoredShape, reach: number): Field =>
  SHAPES[SHAPE_NAMES[id - 1]].field(p, stored, reach);
