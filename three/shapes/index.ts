/** The shapes of colliders as geometries, in their own frames. Vertices lie on the shape, so convex shapes are drawn slightly too small. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CircleGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Shape,
  SphereGeometry,
  TorusGeometry,
  Vector2,
} from 'three';
import { type ColliderShape, FUNNEL_THICKNESS } from '../../engine/index.ts';
import { type GridSamples, zeroSurface } from './zero-surface.ts';

type Of<N extends ColliderShape['shape']> = Extract<ColliderShape, { readonly shape: N }>;

/** Vertices around a circle. */
const ROUND = 64;

/** The geometry of a shape. `extent`: radius of the disc that is drawn for a plane, metres. */
export function geometryOf(collider: ColliderShape, extent: number): BufferGeometry {
  switch (collider.shape) {
    case 'plane':
      return new CircleGeometry(extent, ROUND).rotateX(-Math.PI / 2);
    case 'sphere':
      return new SphereGeometry(collider.radius, ROUND, ROUND / 2);
    case 'box':
      return new BoxGeometry(...collider.size);
    case 'capsule':
      return new CapsuleGeometry(collider.radius, collider.length, ROUND / 4, ROUND);
    case 'cylinder':
      return new CylinderGeometry(collider.radius, collider.radius, collider.height, ROUND);
    case 'cone':
      return new CylinderGeometry(collider.top ?? 0, collider.radius, collider.height, ROUND);
    case 'wedge':
      return wedge(collider);
    case 'torus':
      return new TorusGeometry(collider.radius, collider.tube, ROUND / 2, ROUND).rotateX(Math.PI / 2);
    case 'funnel':
      return new LatheGeometry(wallOf(collider), ROUND);
    case 'heightfield':
      return heightfield(collider);
    case 'grid':
      return grid(collider);
    case 'mesh':
      return flat(collider.vertices.flat(), collider.triangles.flat());
  }
}

/** Every triangle in one tone. */
function flat(places: readonly number[], corners: readonly number[]): BufferGeometry {
  const geometry = indexed(places, corners).toNonIndexed();
  geometry.computeVertexNormals();
  return geometry;
}

function indexed(places: readonly number[], corners: readonly number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(corners), 1));
  return geometry;
}

function wedge({ size: [x, y, z], ridge = 0 }: Of<'wedge'>): BufferGeometry {
  const outline = new Shape([
    new Vector2(-x / 2, -y / 2),
    new Vector2(x / 2, -y / 2),
    new Vector2((ridge * x) / 2, y / 2),
  ]);
  return new ExtrudeGeometry(outline, { depth: z, bevelEnabled: false }).translate(0, 0, -z / 2);
}

/** Vertices along a funnel's wall, and around each of its rims. */
const WALL = 48;
const RIM = 8;

/** The outline of a funnel's wall: up on its outside, round the upper rim, down on its inside, round the lower rim. */
export function wallOf({ steepness: a, bottom, top, thickness = FUNNEL_THICKNESS }: Of<'funnel'>): Vector2[] {
  const half = thickness / 2;
  /** Half the thickness away from the wall's middle, in a direction that leads outward at 0 and along the wall at π/2. */
  const at = (y: number, angle: number) => {
    const radius = Math.exp(y / a);
    const along = new Vector2(radius / a, 1).normalize();
    const [cos, sin] = [half * Math.cos(angle), half * Math.sin(angle)];
    const across = radius + cos * along.y + sin * along.x;
    return new Vector2(Math.max(0, across), y - cos * along.x + sin * along.y);
  };
  const part = (count: number, place: (share: number) => Vector2) =>
    Array.from({ length: count }, (_, k) => place(k / count));
  const height = top - bottom;
  return [
    ...part(WALL, (share) => at(bottom + share * height, 0)),
    ...part(RIM, (share) => at(top, share * Math.PI)),
    ...part(WALL, (share) => at(top - share * height, Math.PI)),
    ...part(RIM, (share) => at(bottom, (1 + share) * Math.PI)),
    at(bottom, 0),
  ];
}

/** The walls of a heightfield are infinite; they are drawn down to this depth below its lowest point, as a share of the longer side. */
const BELOW = 0.05;

function heightfield({ size: [x, z], cells: [columns, rows], heights }: Of<'heightfield'>): BufferGeometry {
  const row = columns + 1;
  const places: number[] = [];
  const corners: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < heights.length; k++) {
    const [i, j] = [k % row, Math.floor(k / row)];
    places.push((i / columns - 0.5) * x, heights[k], (j / rows - 0.5) * z);
    lowest = Math.min(lowest, heights[k]);
    const across = k + row + 1;
    if (i < columns && j < rows) corners.push(k, across, k + 1, k, k + row, across);
  }
  // The border, anticlockwise seen from above, closed by its first corner.
  const last = rows * row;
  const border = [
    ...Array.from({ length: rows }, (_, j) => j * row),
    ...Array.from({ length: columns }, (_, i) => last + i),
    ...Array.from({ length: rows }, (_, j) => last + columns - j * row),
    ...Array.from({ length: columns }, (_, i) => columns - i),
    0,
  ];
  const foot = lowest - BELOW * Math.max(x, z);
  const first = places.length / 3;
  for (const k of border) places.push(places[3 * k], foot, places[3 * k + 2]);
  for (let k = 0; k + 1 < border.length; k++) {
    corners.push(border[k], first + k, border[k + 1], border[k + 1], first + k, first + k + 1);
  }
  return flat(places, corners);
}

function grid(samples: GridSamples): BufferGeometry {
  const { places, corners } = zeroSurface(samples);
  const geometry = indexed(places, corners);
  geometry.computeVertexNormals();
  return geometry;
}
