/**
 * The shapes of colliders, each a signed distance: how far a point is outside (negative: inside) and which way is out.
 * Distances are exact, so that a point as far away as its way is long cannot be reached; `distance.as.ts` and
 * `distance.wgsl` hold the same functions. A shape stands in its own frame; axes are along y.
 */

/** Out, and how far: x, y, z of the unit normal, metres. */
export type Field = readonly [nx: number, ny: number, nz: number, distance: number];

/** A shape's numbers as kernels know them; 0 is no shape. */
export const SHAPE_IDS = { plane: 1, sphere: 2, box: 3, capsule: 4, cylinder: 5 } as const;
export type ShapeName = keyof typeof SHAPE_IDS;
export const SHAPE_NAMES = Object.keys(SHAPE_IDS) as readonly ShapeName[];

/** The field of shape `id` with dimensions a, b, c at a point of its own frame. */
export function fieldAt(id: number, a: number, b: number, c: number, x: number, y: number, z: number): Field {
  switch (id) {
    case SHAPE_IDS.plane:
      return [0, 1, 0, y];
    case SHAPE_IDS.sphere:
      return from(x, y, z, a);
    case SHAPE_IDS.box:
      return boxField(x, y, z, a, b, c);
    case SHAPE_IDS.capsule:
      return from(x, y - Math.max(-b, Math.min(b, y)), z, a);
    default:
      return cylinderField(x, y, z, a, b);
  }
}

/** Away from the origin, a sphere of this radius deducted; up where there is no direction. */
function from(x: number, y: number, z: number, radius: number): Field {
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length, length - radius] : [0, 1, 0, -radius];
}

const sign = (value: number): number => (value < 0 ? -1 : 1);

/** Half extents a, b, c. Inside, the nearest face is the way out. */
function boxField(x: number, y: number, z: number, a: number, b: number, c: number): Field {
  const [qx, qy, qz] = [Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - c];
  const deepest = Math.max(qx, qy, qz);
  if (deepest > 0) {
    const [ox, oy, oz] = [Math.max(qx, 0), Math.max(qy, 0), Math.max(qz, 0)];
    const length = Math.hypot(ox, oy, oz);
    return [(sign(x) * ox) / length, (sign(y) * oy) / length, (sign(z) * oz) / length, length];
  }
  if (qx === deepest) return [sign(x), 0, 0, deepest];
  if (qy === deepest) return [0, sign(y), 0, deepest];
  return [0, 0, sign(z), deepest];
}

/** Radius a, half height b: a rectangle turned about y. */
function cylinderField(x: number, y: number, z: number, a: number, b: number): Field {
  const across = Math.hypot(x, z);
  const [ux, uz] = across > 0 ? [x / across, z / across] : [1, 0];
  const [n, ny, , d] = boxField(across, y, 0, a, b, 1e30);
  return [n * ux, ny, n * uz, d];
}
