import type { ElementSet } from '../forces/force.ts';

/**
 * A body is plain data: particles, springs between them, triangles to draw. `cloth`, `rope`, `solid`, `quadMesh`
 * and `network` make bodies; `buildModel` puts bodies together. Indices are the body's own, from 0, in the user's order.
 */
export interface Body extends Touching {
  readonly name: string;
  /** x, y, z per particle, metres. */
  readonly positions: Float64Array;
  /** x, y, z per particle, metres per second. */
  readonly velocities: Float64Array;
  /** Kilograms per particle. */
  readonly masses: Float64Array;
  /** Particles held in place. */
  readonly pins: readonly number[];
  /** Two particle indices per spring. */
  readonly ends: Uint32Array;
  /** Metres per spring. */
  readonly restLengths: Float64Array;
  /** Newtons per metre per spring. */
  readonly stiffness: Float64Array;
  /** By spring: the length at which it tears, over its rest length; 0 for never. Absent: none ever tears. */
  readonly strengths?: Float64Array;
  /** Elements of forces besides springs, by the id of the force (engine/forces). Absent: none. */
  readonly forces?: Readonly<Record<string, ElementSet>>;
  /** What was mended when the body was made, for people. */
  readonly warnings?: readonly string[];
  /** Three particle indices per triangle; empty for a rope. */
  readonly triangles: Uint32Array;
  /** Whether triangles come in pairs, two a quad: a quad that loses an edge loses both. */
  readonly hasQuads?: boolean;
  /** u, v per particle; empty where the body has none. */
  readonly uvs: Float64Array;
  /** For a cloth: particle index = row × columns + column. */
  readonly grid?: { readonly columns: number; readonly rows: number };
  /** For a cloth that splits where it tears, in place of `grid`: half of its particles are spares (splittable.ts). */
  readonly splits?: { readonly columns: number; readonly rows: number };
  /** Balls: particles with a size that may be large, without springs. */
  readonly areBalls?: boolean;
  /** Balls that wait to be shot. */
  readonly isMagazine?: boolean;
  /** `red-black` refuses a body that needs more than two colours; `any` takes as many as it needs. */
  readonly colouring: 'red-black' | 'any';
  /** A colouring known beforehand, a number below 255 per particle: no spring may join two of the same. */
  readonly colours?: Uint8Array;
}

/** How a body makes contact. */
export interface Touching {
  /** How near other things may come to a particle, metres. Default: half the spacing, the mean length of the particles' shortest springs. */
  readonly radius?: number;
  /** Name of its material in contact: the world's `materials` say how rough it is. Default "default". */
  readonly material?: string;
}

export type Vec3 = readonly [x: number, y: number, z: number];

/** Where a body stands: turned by `rotation` first, then moved by `position`. */
export interface Placement {
  /** Metres. Default [0, 0, 0]. */
  readonly position?: Vec3;
  /** Degrees about x, then y, then z. Default [0, 0, 0]. */
  readonly rotation?: Vec3;
  /** Initial velocity of every particle, metres per second. Default [0, 0, 0]. */
  readonly velocity?: Vec3;
}

/** The families of springs: a cloth has all three, a quad mesh no bend, a rope no shear. 0 leaves a family out. */
export interface SpringStiffness {
  /** Along the edges, N/m. */
  readonly structural: number;
  /** The diagonals of every quad, N/m: both, unless a cloth says one. */
  readonly shear: number;
  /** Between particles i and i+2 of a row, a column or a rope, N/m. */
  readonly bend: number;
}
