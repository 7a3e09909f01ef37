/** What cloth can touch: a shape, where it stands and how it moves. */
import type { Vec3 } from '../body/body.ts';
import { InputError, vector } from '../errors.ts';
import { WITHIN } from '../motion/sound.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { type ColliderMotion, type PoseAt, poseAt } from './motion.ts';
import { fromDegrees, type Pose } from './pose.ts';
import { type ColliderShape, fieldsOfShape } from './shapes/index.ts';

export type { ColliderShape };

/** Where a collider is at some time. Fields that are left out keep their placed value. */
export interface ColliderPlace {
  /** Metres. Default [0, 0, 0]. */
  readonly position?: Vec3;
  /** Degrees about x, then y, then z. Default [0, 0, 0]. */
  readonly rotation?: Vec3;
}

export type Collider = ColliderShape &
  ColliderPlace & {
    /** Default "collider" and its number. */
    readonly name?: string;
    /** Name of its material in contact. Default "default". */
    readonly material?: string;
    /**
     * How it moves by itself: as data, or where it is at a time in seconds. It moves evenly in between two steps, and
     * drags along what lies on it.
     */
    readonly motion?: ColliderMotion | ((time: number) => ColliderPlace);
  };

const PLACE: FieldsOf<ColliderPlace> = { position: true, rotation: true };
/** Beside those of its shape. What only a wedge may say is refused with a reason of its own. */
const COMMON = { ...PLACE, name: true, material: true, motion: true, cuts: true } as const;

/** Refuses fields that a collider of this shape does not have. */
export function checkCollider(path: string, collider: Collider): void {
  demandFields(path, collider, { ...fieldsOfShape(path, collider), ...COMMON } as FieldsOf<Collider>);
  const { name, material } = collider;
  for (const [field, value] of Object.entries({ name, material }))
    if (value !== undefined && typeof value !== 'string')
      throw new InputError(`${path}.${field}`, value, 'a text');
}

export function checkPlace(path: string, place: ColliderPlace): void {
  demandFields(path, place, PLACE);
}

/** A collider of a running world. */
export interface PlacedCollider {
  readonly name: string;
  /** As it was given to `createWorld`. */
  readonly collider: Collider;
  /** Where it is after the steps that were enqueued. */
  readonly pose: Pose;
}

/** What a collider is called: by its name, or by its number. */
export const nameOf = ({ name }: Collider, k: number): string => name ?? `collider ${k}`;

/** Whether a collider cuts, which needs an edge to cut with. */
export function isBlade(path: string, collider: Collider): boolean {
  const { shape, cuts = false } = collider as Collider & { readonly cuts?: unknown };
  if (typeof cuts !== 'boolean') throw new InputError(`${path}.cuts`, cuts, 'true or false');
  if (cuts && shape !== 'wedge')
    throw new InputError(`${path}.cuts`, cuts, `false: a ${shape} has no edge to cut with, a wedge has`);
  return cuts;
}

export function poseOf(path: string, { position = [0, 0, 0], rotation = [0, 0, 0] }: ColliderPlace): Pose {
  const [x, y, z] = vector(`${path}.position`, position, 3, WITHIN);
  const [a, b, c] = vector(`${path}.rotation`, rotation, 3);
  return { position: [x, y, z], turn: fromDegrees([a, b, c]) };
}

/** Where a collider is over time; undefined where it does not move by itself. */
export function motionOf(path: string, collider: Collider): PoseAt | undefined {
  const { motion } = collider;
  if (motion === undefined) return undefined;
  if (typeof motion !== 'function') return poseAt(`${path}.motion`, motion, poseOf(path, collider));
  return (time) => {
    const place = motion(time);
    checkPlace(`${path}.motion(${time})`, place);
    return poseOf(`${path}.motion(${time})`, { ...collider, ...place });
  };
}
