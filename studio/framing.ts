/** What of a scene has to be seen, and how a camera sees all of it. Plain functions: no canvas, no page. */
import type { World } from 'selvedge';
import type { Scene } from 'selvedge/scene';
import { Box3, Matrix4, Vector3 } from 'three';
import { cornersOf, floorOf } from './colliders.ts';

type Camera = Scene['camera'];

/** Where the bodies begin, where those that are held can hang, and what stands in their way. */
export interface Whereabouts {
  readonly start: readonly Vector3[];
  readonly hanging: readonly Vector3[];
  readonly colliders: readonly Vector3[];
  /** Height of the scene's own floor, metres. */
  readonly floor: number | undefined;
}

/** Of each body, and of what holds it: a sample of that size tells how far it reaches. */
const SAMPLE = 200;
/** Springs give way by a little: as a share of their length. */
const GIVE = 0.06;
/** Rounds of lowering a particle, each by that share of its distance from the nearest pin. */
const ROUNDS = 60;
const LOWER = 0.05;

export function whereabouts(
  world: Pick<World, 'model' | 'bodies' | 'colliders' | 'attachments'>,
): Whereabouts {
  const { model, bodies } = world;
  const held = [...model.pins, ...world.attachments.map(({ particle }) => particle)];
  const at = (id: number) => new Vector3().fromArray(model.positions, 3 * id);
  const start: Vector3[] = [];
  const hanging: Vector3[] = [];
  for (const { first, count, isMagazine } of bodies) {
    if (isMagazine) continue;
    const particles = sample(Array.from({ length: count }, (_, k) => at(first + k)));
    const pins = sample(held.filter((id) => id >= first && id < first + count).map(at));
    start.push(...particles);
    if (pins.length > 0) hanging.push(...particles.map((particle) => hang(particle, pins)));
  }
  return { start, hanging, colliders: cornersOf(world).flatMap(sample), floor: floorOf(world) };
}

/** What the picture has to hold. */
export const pointsOf = ({ start, hanging, colliders }: Whereabouts): Vector3[] => [
  ...start,
  ...hanging,
  ...colliders,
];

/** The room in which things happen: what falls comes down to the floor. */
export function reachOf(places: Whereabouts): Box3 {
  const reach = new Box3().setFromPoints(pointsOf(places));
  if (places.floor !== undefined) reach.min.y = Math.min(reach.min.y, places.floor);
  return reach;
}

/** To the sides, edges and corners of a box. */
const DIRECTIONS = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => new Vector3(x, y, z))))
  .filter((direction) => direction.lengthSq() > 0);

/** Some points evenly, and those that reach furthest in any direction, such as the corners of a cloth. */
function sample(points: readonly Vector3[]): Vector3[] {
  if (points.length <= SAMPLE) return [...points];
  const even = Array.from({ length: SAMPLE }, (_, k) => points[Math.floor((k * points.length) / SAMPLE)]);
  const furthest = DIRECTIONS.map((direction) =>
    points.reduce((best, point) => (point.dot(direction) > best.dot(direction) ? point : best)),
  );
  return [...even, ...furthest];
}

/** The lowest place of a particle that ropes hold to all pins, each as long as the way to that pin at the start. */
function hang(particle: Vector3, pins: readonly Vector3[]): Vector3 {
  const ropes = pins.map((pin) => ({ pin, length: (1 + GIVE) * pin.distanceTo(particle) }));
  const down = LOWER * Math.min(...ropes.map(({ length }) => length));
  const place = particle.clone();
  for (let round = 0; round < ROUNDS; round++) {
    place.y -= down;
    for (const { pin, length } of ropes) place.sub(pin).clampLength(0, length).add(pin);
  }
  return place;
}

/** Share of the picture's width and height that what is seen fills, at most; the tools stand below it. */
const FILL = { across: 0.88, up: 0.8 } as const;
/** The shape of the picture that scenes are framed for; a wider one shows more at the sides, a narrower one above and below. */
export const ASPECT = 4 / 3;
/** Vertical field of view of a camera that the scene leaves to the studio, degrees, and where it stands: from the right, above. */
const FIELD = 32;
const FROM = new Vector3(0.45, 0.3, 1).normalize();
/** Rounds of moving the camera until the scene is in the middle. */
const FITTING = 8;
/** Seen thinner than that share of its width, a cloth is a line. */
const LINE = 0.06;
/** How far above the level a camera goes that would see a line. */
const RAISED = (25 * Math.PI) / 180;

/** The camera of a scene; one that would see a cloth from its edge is raised, and looks at the middle of it all. */
export function cameraFor(camera: Camera | undefined, places: Whereabouts): Camera {
  const { start, hanging } = places;
  if (!camera) return fitted(FROM, FIELD, pointsOf(places));
  if (!isFlat(start) || !isLine(camera, start)) return camera;
  const all = new Box3().setFromPoints([...start, ...hanging]);
  const target = all.getCenter(new Vector3());
  const away = new Vector3(...camera.position).sub(new Vector3(...camera.target));
  const distance = away.length();
  away.y = 0;
  if (away.lengthSq() === 0) away.z = 1;
  away.setLength(Math.cos(RAISED) * distance).setY(Math.sin(RAISED) * distance);
  return { ...camera, position: away.add(target).toArray(), target: target.toArray() };
}

/** A camera in that direction from the points, as near as they let it come. */
export function fitted(direction: Vector3, fov: number, points: readonly Vector3[]): Camera {
  const half = Math.tan((fov * Math.PI) / 360);
  const [across, up] = [half * ASPECT * FILL.across, half * FILL.up];
  const back = direction.clone().normalize();
  const right = new Vector3(0, 1, 0).cross(back).normalize();
  const above = back.clone().cross(right);
  const target = new Box3().setFromPoints([...points]).getCenter(new Vector3());
  let distance = 0;
  for (let round = 0; round < FITTING; round++) {
    const seen = points.map((point) => {
      const from = point.clone().sub(target);
      return { x: from.dot(right), y: from.dot(above), z: from.dot(back) };
    });
    distance = Math.max(
      0.1,
      ...seen.map(({ x, y, z }) => Math.max(Math.abs(x) / across, Math.abs(y) / up) + z),
    );
    const middle = (axis: 'x' | 'y') => {
      const angles = seen.map((point) => point[axis] / (distance - point.z));
      return ((Math.min(...angles) + Math.max(...angles)) / 2) * distance;
    };
    target.addScaledVector(right, middle('x')).addScaledVector(above, middle('y'));
  }
  const position = target.clone().addScaledVector(back, distance);
  return { position: position.toArray(), target: target.toArray(), fov };
}

/** Half the vertical field of view, as a tangent, in a picture of that shape: what is framed stays whole. */
export const halfField = (fov: number, aspect: number): number =>
  Math.tan((fov * Math.PI) / 360) * Math.max(1, ASPECT / aspect);

function isFlat(points: readonly Vector3[]): boolean {
  const size = new Box3().setFromPoints([...points]).getSize(new Vector3());
  const [, middle, most] = size.toArray().sort((a, b) => a - b);
  return middle > 0.2 * most;
}

function isLine(camera: Camera, points: readonly Vector3[]): boolean {
  const { across, up } = seen(camera, points);
  const width = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return width(up) < LINE * width(across);
}

/** Tangents of the points' angles to the camera's axis; points behind the camera can't be seen and are left out. */
function seen({ position, target }: Pick<Camera, 'position' | 'target'>, points: readonly Vector3[]) {
  const eye = new Vector3(...position);
  const toCamera = new Matrix4().lookAt(eye, new Vector3(...target), new Vector3(0, 1, 0)).transpose();
  const inFront = points
    .map((point) => point.clone().sub(eye).applyMatrix4(toCamera))
    .filter(({ z }) => z < -1e-6);
  return { across: inFront.map(({ x, z }) => x / -z), up: inFront.map(({ y, z }) => y / -z) };
}
