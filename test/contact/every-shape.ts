/** A collider of every shape, about half a metre wide, and how far it is. */
import type { ColliderShape, Vec3 } from 'selvedge';
import { fieldAt, shapeId, shapeNumbers } from '../../engine/contact/shapes/index.ts';
import { dentedBall, hills, sampledGrid } from '../random-shapes.ts';

export const SHAPES: readonly ColliderShape[] = [
  { shape: 'plane' },
  { shape: 'sphere', radius: 0.4 },
  { shape: 'box', size: [0.7, 0.5, 0.7] },
  { shape: 'capsule', radius: 0.2, length: 0.5 },
  { shape: 'cylinder', radius: 0.3, height: 0.6 },
  { shape: 'cone', radius: 0.5, height: 0.8 },
  { shape: 'wedge', size: [0.8, 0.6, 0.8] },
  { shape: 'torus', radius: 0.35, tube: 0.12 },
  { shape: 'funnel', steepness: 0.4, bottom: -0.7, top: 0, thickness: 0.1 },
  hills(2, 16, (x, z) => 0.15 * Math.sin(6 * x) * Math.cos(5 * z)),
  sampledGrid(1.2, 16, (x, y, z) => Math.hypot(x, y, z) - 0.45),
  dentedBall(24, 0.45),
];

/** The way out, and the distance: negative inside. */
export function fieldOf(shape: ColliderShape): (p: Vec3) => readonly [number, number, number, number] {
  const { dimensions, data = new Float64Array(4) } = shapeNumbers('shape', shape);
  return (p) => fieldAt(shapeId(shape.shape), p, { dimensions, data, at: 0 }, 1e9);
}
