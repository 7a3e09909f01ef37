/** Attachments as users give them, and validated, with one entry per particle. */
import type { Vec3 } from '../body/body.ts';
import { type Collider, nameOf, type PlacedCollider } from '../contact/collider.ts';
import { into } from '../contact/pose.ts';
import { fieldAt, shapeId, shapeNumbers } from '../contact/shapes/index.ts';
import { InputError, number } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { dot, minus, plus, unit, vec3 } from '../vector.ts';
import { KIND, nearestIn, outOf, WORLD } from './rail.ts';

/** Where on a collider a particle is attached: at its own position, or at the nearest point of the surface or vertex of the mesh. */
export const SNAPS = ['none', 'surface', 'vertex'] as const;
export type Snap = (typeof SNAPS)[number];

/**
 * Particles and what they are attached to: a collider that carries them along; a rail or a plane that
 * they slide on; or other particles that they are welded to.
 */
export interface Attachment {
  /** A name, for `release`. */
  readonly name?: string;
  /** Ids of the particles. */
  readonly particles: readonly number[];
  /** Name or number of a collider. With a rail or a plane: the collider that carries it; the points are then in the collider's frame. */
  readonly collider?: string | number;
  /**
   * With a collider alone: whether particles keep their position, or move to the nearest point of its surface or to the nearest
   * vertex of its mesh. Default `none`.
   */
  readonly snap?: Snap;
  /** A polyline of two points or more, metres. Particles move to its nearest point and slide from there. */
  readonly rail?: readonly Vec3[];
  /** With a rail: least distance between two rings, metres; the rings then keep their order. Default 0: they pass each other. */
  readonly spacing?: number;
  /** With a spacing: other particles, pinned or attached, that rings do not pass, such as a ring that the user moves. */
  readonly stops?: readonly number[];
  /** With a rail or a plane: Coulomb's μ, at rest and sliding. Default 0. */
  readonly friction?: number;
  /** A plane: any of its points, metres, and a normal of any length. */
  readonly plane?: { readonly point: Vec3; readonly normal: Vec3 };
  /** Ids, as many as `particles`. Each particle is welded to the one at the same index, with their current offset. */
  readonly with?: readonly number[];
}

const ATTACHMENT: FieldsOf<Attachment> = {
  ...{ name: true, particles: true, collider: true, snap: true, rail: true, spacing: true, stops: true },
  ...{ friction: true, plane: true, with: true },
};
const PLANE: FieldsOf<NonNullable<Attachment['plane']>> = { point: true, normal: true };

/** One attached particle. */
export interface Attached {
  readonly name?: string;
  readonly particle: number;
  readonly kind: keyof typeof KIND;
  /** Number of the collider whose frame the other fields are in; absent: the world. */
  readonly collider?: number;
  /** Points of a rail; a point of a plane and its unit normal. Particles of one attachment share the array. */
  readonly points?: readonly Vec3[];
  /** Coulomb's μ on a rail or a plane. */
  readonly friction?: number;
  /** With a spacing: its value, and all rings and stops in their order; particles of one attachment share it. */
  readonly chain?: Chain;
  /** The particle it is welded to. */
  readonly other?: number;
  /** Metres: the position in the frame if fixed; the offset of the other particle if welded. */
  readonly place?: Vec3;
}

export interface Chain {
  /** Metres. */
  readonly spacing: number;
  readonly particles: readonly number[];
}

/** What is needed to check an attachment. */
export interface Surroundings {
  readonly particles: number;
  readonly colliders: readonly PlacedCollider[];
  isAttached(id: number): boolean;
  /** Whether it is the spare of a particle that may split. */
  isSpare(id: number): boolean;
  /** Current position of a particle. */
  at(id: number): Vec3;
}

/** The attachments that result, and particles that are moved at once. */
export interface Made {
  readonly attached: readonly Attached[];
  readonly moves: ReadonlyMap<number, Vec3>;
}

const FORMS = 'one of collider, rail, plane and with';

/** Throws an `InputError` if an attachment is invalid; its path begins with `path`. */
export function checkAttachment(
  path: string,
  given: Attachment,
  world: Pick<Surroundings, 'particles' | 'isAttached' | 'isSpare'> & {
    readonly colliders: readonly Collider[];
  },
): void {
  const colliders = world.colliders.map((collider, k) => ({
    name: nameOf(collider, k),
    collider,
    pose: WORLD,
  }));
  attach(path, given, { ...world, colliders, at: () => [0, 0, 0] });
}

/** Throws an `InputError` whose path begins with `path`. */
export function attach(path: string, given: Attachment, world: Surroundings): Made {
  demandFields(path, given, ATTACHMENT);
  const { name, rail, plane, with: others, snap = 'none' } = given;
  if (name !== undefined && typeof name !== 'string') throw new InputError(`${path}.name`, name, 'a name');
  if (!SNAPS.includes(snap)) throw new InputError(`${path}.snap`, snap, SNAPS.join(', '));
  const slides = rail !== undefined || plane !== undefined;
  const forms = [rail, plane, others, slides ? undefined : given.collider].filter(
    (form) => form !== undefined,
  );
  if (forms.length !== 1) throw new InputError(path, given, FORMS);
  if (!rail && (given.spacing || given.stops))
    throw new InputError(`${path}.spacing`, given.spacing, 'no spacing without a rail; give a rail');
  const friction = number(`${path}.friction`, given.friction ?? 0, LIMITS.friction);
  if (!slides && friction > 0)
    throw new InputError(`${path}.friction`, friction, '0 without a rail or a plane');
  if (snap !== 'none' && (slides || others))
    throw new InputError(
      `${path}.snap`,
      snap,
      '"none", because snapping needs a collider without a rail or a plane',
    );
  const ids = particlesOf(`${path}.particles`, given.particles, world);
  const index = colliderOf(`${path}.collider`, given.collider, world.colliders);
  if (others) return weld({ name }, ids, particlesOf(`${path}.with`, others, world, ids), path, world);
  const pose = index === undefined ? WORLD : world.colliders[index].pose;
  const common = { name, collider: index };
  if (slides) {
    const points = rail ? railOf(`${path}.rail`, rail) : planeOf(`${path}.plane`, plane!);
    const kind = rail ? 'rail' : 'plane';
    const chain = chainOf(path, given, ids, points, (id) => into(pose, world.at(id)), world.particles);
    const rails = Float64Array.from(points.flatMap((point) => [...point, 0]));
    const tie = { kind: KIND[kind], first: 0, points: points.length };
    const moves = new Map(
      ids.map((id) => [id, outOf(pose, nearestIn(tie, rails, into(pose, world.at(id))).place)]),
    );
    const sliding = { ...common, kind, points, chain, friction } as const;
    return { attached: ids.map((particle) => ({ ...sliding, particle })), moves };
  }
  const spot = spotOf(`${path}.snap`, snap, world.colliders[index!]);
  const places = ids.map((id) => spot(into(pose, world.at(id))));
  return {
    attached: ids.map((particle, k) => ({ ...common, particle, kind: 'fixed', place: places[k] })),
    moves: new Map(snap === 'none' ? [] : ids.map((id, k) => [id, outOf(pose, places[k])])),
  };
}

function weld(
  common: Pick<Attached, 'name'>,
  ids: readonly number[],
  others: readonly number[],
  path: string,
  { at }: Surroundings,
): Made {
  if (others.length !== ids.length)
    throw new InputError(`${path}.with`, others, `${ids.length} particles, as many as in particles`);
  const attached = ids.map(
    (particle, k): Attached => ({
      ...common,
      particle,
      kind: 'weld',
      other: others[k],
      place: minus(at(others[k]), at(particle)),
    }),
  );
  return { attached, moves: new Map() };
}

/** Checks that ids exist, occur once and may be attached. */
function particlesOf(
  path: string,
  ids: readonly number[],
  { particles, isAttached, isSpare }: Surroundings,
  taken: readonly number[] = [],
): readonly number[] {
  if (!Array.isArray(ids) || ids.length === 0)
    throw new InputError(path, ids, 'a list of at least one particle');
  const seen = new Set(taken);
  // A hole in a list is no number: forEach would pass it over.
  Array.from(ids).forEach((id, k) => {
    number(`${path}[${k}]`, id, { min: 0, max: particles - 1, integer: true });
    if (isSpare(id)) throw new InputError(`${path}[${k}]`, id, 'a particle that is not a spare');
    if (isAttached(id)) throw new InputError(`${path}[${k}]`, id, 'a particle that is not attached yet');
    if (seen.has(id)) throw new InputError(`${path}[${k}]`, id, 'a particle that is listed only once');
    seen.add(id);
  });
  return ids;
}

function colliderOf(
  path: string,
  which: string | number | undefined,
  colliders: readonly PlacedCollider[],
): number | undefined {
  if (which === undefined) return undefined;
  const names = colliders.map(({ name }) => name);
  const index = typeof which === 'string' ? names.indexOf(which) : which;
  if (colliders[index]) return index;
  throw new InputError(
    path,
    which,
    names.length > 0 ? names.join(', ') : 'no collider, since the world has none',
  );
}

/** Least distance between two points of a rail, metres: kernels divide by its square, in float32. */
const SHORTEST = 1e-9;
const inSingle = ([x, y, z]: Vec3): Vec3 => [Math.fround(x), Math.fround(y), Math.fround(z)];

function railOf(path: string, rail: readonly Vec3[]): readonly Vec3[] {
  if (!Array.isArray(rail) || rail.length < 2)
    throw new InputError(path, rail, 'two points [x, y, z] or more');
  const points = rail.map((point, k) => vec3(`${path}[${k}]`, point));
  points.forEach((point, k) => {
    if (k > 0 && !(Math.hypot(...minus(inSingle(point), inSingle(points[k - 1]))) >= SHORTEST))
      throw new InputError(
        `${path}[${k}]`,
        point,
        `a point at least ${SHORTEST} m from the one before; far from the origin, one that differs in float32`,
      );
  });
  return points;
}

/** Rings and stops, sorted by their distance along the rail. */
function chainOf(
  path: string,
  { rail, spacing = 0, stops = [] }: Attachment,
  ids: readonly number[],
  points: readonly Vec3[],
  at: (id: number) => Vec3,
  particles: number,
): Chain | undefined {
  number(`${path}.spacing`, spacing, { min: 0, max: 1e9, unit: 'm' });
  if (!rail) return undefined;
  if (!Array.isArray(stops)) throw new InputError(`${path}.stops`, stops, 'a list of particles');
  stops.forEach((id, k) => {
    number(`${path}.stops[${k}]`, id, { min: 0, max: particles - 1, integer: true });
    if (ids.includes(id) || stops.indexOf(id) < k)
      throw new InputError(`${path}.stops[${k}]`, id, 'a particle that is listed only once');
  });
  if (stops.length > 0 && spacing === 0)
    throw new InputError(`${path}.spacing`, spacing, 'a number greater than 0, because stops are given');
  if (spacing === 0) return undefined;
  const along = new Map([...ids, ...stops].map((id) => [id, wayAlong(points, at(id))]));
  return { spacing, particles: [...along.keys()].sort((a, b) => along.get(a)! - along.get(b)!) };
}

/** Distance along a rail from its beginning to the point nearest to p, metres. */
function wayAlong(points: readonly Vec3[], p: Vec3): number {
  let [way, least, before] = [0, Number.POSITIVE_INFINITY, 0];
  for (let k = 1; k < points.length; k++) {
    const piece = minus(points[k], points[k - 1]);
    const length = Math.hypot(...piece);
    const t = Math.min(1, Math.max(0, dot(minus(p, points[k - 1]), piece) / length ** 2));
    const distance = Math.hypot(...minus(p, plus(points[k - 1], piece, t)));
    if (distance < least) [way, least] = [before + t * length, distance];
    before += length;
  }
  return way;
}

function planeOf(path: string, plane: NonNullable<Attachment['plane']>): readonly Vec3[] {
  demandFields(path, plane, PLANE);
  return [vec3(`${path}.point`, plane.point), unit(`${path}.normal`, plane.normal)];
}

/** Projections of a point onto a surface; more than one because the distance may be only a bound. */
const PUTS = 8;

/** The attachment point for a point in the frame of a collider. */
function spotOf(path: string, snap: Snap, { collider }: PlacedCollider): (p: Vec3) => Vec3 {
  if (snap === 'none') return (p) => p;
  if (snap === 'vertex') {
    if (collider.shape !== 'mesh')
      throw new InputError(path, snap, `none or surface with a ${collider.shape}, which has no vertices`);
    const { vertices } = collider;
    const distance = (p: Vec3, vertex: Vec3) => dot(minus(p, vertex), minus(p, vertex));
    return (p) =>
      vertices.reduce((best, vertex) => (distance(p, vertex) < distance(p, best) ? vertex : best));
  }
  const { dimensions, data = new Float64Array(4) } = shapeNumbers(path, collider);
  return (p) => {
    let place = p;
    for (let k = 0; k < PUTS; k++) {
      const [x, y, z, d] = fieldAt(shapeId(collider.shape), place, { dimensions, data, at: 0 }, 1e15);
      place = plus(place, [x, y, z], -d);
    }
    return place;
  };
}
