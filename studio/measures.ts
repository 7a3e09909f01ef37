/** What the colours show: a number for every particle. */
import type { World } from 'selvedge';
import { Quaternion, Vector3 } from 'three';
import { crossings } from './crossings.ts';

export const MEASURES = {
  strain: {
    title: 'Strain',
    unit: '%',
    scale: 100,
    help: 'Of the spring that is stretched or pressed most.',
  },
  speed: { title: 'Speed', unit: 'm/s', scale: 1, help: 'Of the particle.' },
  force: { title: 'Force', unit: 'N', scale: 1, help: 'Of the spring that pulls or pushes most.' },
  contact: {
    ...{ title: 'Contact', unit: '', scale: 1 },
    help: 'How near other cloth, balls, planes, spheres or boxes are: 1 touches, 2 is pressed through.',
  },
  crossing: {
    ...{ title: 'Penetration', unit: '', scale: 1 },
    help: 'Where cloth passes through cloth.',
  },
} as const;
export type Measure = keyof typeof MEASURES;

/** Three numbers a particle, in the user's order. */
export interface State {
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  /** By spring, 1 where it is torn. */
  readonly torn: Uint8Array;
  /** As `model.triangles`, without those that are torn. */
  readonly triangles: Uint32Array;
}

/** Edges with their rest lengths and stiffnesses: springs, and sides of triangles where a body has none. */
export interface Edges {
  readonly ends: readonly number[];
  readonly lengths: readonly number[];
  readonly stiffness: readonly number[];
  /** The spring that it is, or -1. */
  readonly springs: readonly number[];
}

const kept = new WeakMap<World, Edges>();

export function edgesOf(world: World): Edges {
  const before = kept.get(world);
  if (before) return before;
  const { model, bodies } = world;
  const { ends, idOf, restLengths, stiffness, triangles, positions } = model;
  const edges = {
    ends: [] as number[],
    lengths: [] as number[],
    stiffness: [] as number[],
    springs: [] as number[],
  };
  for (const { springs, triangles: range } of bodies) {
    for (let s = springs[0]; s < springs[1]; s++) {
      edges.ends.push(idOf[ends[2 * s]], idOf[ends[2 * s + 1]]);
      edges.lengths.push(restLengths[s]);
      edges.stiffness.push(stiffness[s]);
      edges.springs.push(s);
    }
    if (springs[1] > springs[0]) continue;
    for (let corner = 3 * range[0]; corner < 3 * range[1]; corner++) {
      const next = corner % 3 === 2 ? corner - 2 : corner + 1;
      const [a, b] = [triangles[corner], triangles[next]];
      edges.ends.push(a, b);
      edges.lengths.push(Math.hypot(...[0, 1, 2].map((c) => positions[3 * a + c] - positions[3 * b + c])));
      edges.stiffness.push(0);
      edges.springs.push(-1);
    }
  }
  kept.set(world, edges);
  return edges;
}

export function measured(measure: Measure, world: World, edges: Edges, state: State): Float32Array {
  const { particles } = world.model;
  if (measure === 'speed') {
    const { velocities: v } = state;
    return Float32Array.from({ length: particles }, (_, id) =>
      Math.hypot(v[3 * id], v[3 * id + 1], v[3 * id + 2]),
    );
  }
  if (measure === 'contact') return contact(world, state);
  const values = new Float32Array(particles);
  if (measure === 'crossing') {
    const { triangles, positions } = state;
    for (const k of crossings(triangles, positions))
      for (let c = 0; c < 3; c++) values[triangles[3 * k + c]] = 1;
    return values;
  }
  const { positions: x, torn } = state;
  edges.lengths.forEach((length, k) => {
    if (edges.springs[k] >= 0 && torn[edges.springs[k]]) return;
    const [a, b] = [edges.ends[2 * k], edges.ends[2 * k + 1]];
    const now = Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]);
    const value =
      measure === 'strain' ? Math.abs(now / length - 1) : Math.abs(edges.stiffness[k] * (now - length));
    if (value > values[a]) values[a] = value;
    if (value > values[b]) values[b] = value;
  });
  return values;
}

/** Cells round a particle that are looked through. */
const NEAR = [-1, 0, 1] as const;
/** Particles of one body whose ids are this near to each other are neighbours in the cloth; their columns are not known here. */
const NEIGHBOURS = 2.5;

/** 2 − distance / contact distance, to the nearest thing that is no neighbour in the cloth; at least 0. */
function contact(world: World, { positions: x }: State): Float32Array {
  const { particles, radii, positions: rest } = world.model;
  const values = new Float32Array(particles);
  const widest = radii.reduce((most, radius) => Math.max(most, radius), 0);
  if (widest === 0) return values;
  const size = 4 * widest;
  const cellOf = (id: number) => [0, 1, 2].map((c) => Math.floor(x[3 * id + c] / size));
  const cells = new Map<string, number[]>();
  for (let id = 0; id < particles; id++) {
    const key = cellOf(id).join(' ');
    const cell = cells.get(key);
    if (cell) cell.push(id);
    else cells.set(key, [id]);
  }
  const apart = (all: ArrayLike<number>, a: number, b: number) =>
    Math.hypot(all[3 * a] - all[3 * b], all[3 * a + 1] - all[3 * b + 1], all[3 * a + 2] - all[3 * b + 2]);
  for (let id = 0; id < particles; id++) {
    const [i, j, k] = cellOf(id);
    for (const dx of NEAR)
      for (const dy of NEAR)
        for (const dz of NEAR)
          for (const other of cells.get(`${i + dx} ${j + dy} ${k + dz}`) ?? []) {
            if (other <= id) continue;
            const least = radii[id] + radii[other];
            // As far from each other in the beginning: neighbours.
            if (apart(rest, id, other) < NEIGHBOURS * least) continue;
            const near = 2 - apart(x, id, other) / least;
            if (near > values[id]) values[id] = near;
            if (near > values[other]) values[other] = near;
          }
  }
  onColliders(world, x, values);
  return values;
}

function onColliders({ model, colliders }: World, x: Float32Array, values: Float32Array): void {
  const place = new Vector3();
  for (const { collider, pose } of colliders) {
    const back = new Quaternion(...pose.turn).invert();
    const origin = new Vector3(...pose.position);
    for (let id = 0; id < model.particles; id++) {
      place
        .fromArray(x, 3 * id)
        .sub(origin)
        .applyQuaternion(back);
      const distance = distanceTo(collider, place);
      if (distance === undefined || model.radii[id] === 0) continue;
      values[id] = Math.max(values[id], 2 - distance / model.radii[id]);
    }
  }
}

type Collider = World['colliders'][number]['collider'];

/** Of a place in the collider's own frame; undefined for shapes that are not shown. */
function distanceTo(collider: Collider, place: Vector3): number | undefined {
  if (collider.shape === 'plane') return place.y;
  if (collider.shape === 'sphere') return place.length() - collider.radius;
  if (collider.shape !== 'box') return undefined;
  const beyond = [place.x, place.y, place.z].map((part, c) => Math.abs(part) - collider.size[c] / 2);
  return Math.hypot(...beyond.map((part) => Math.max(0, part))) + Math.min(0, Math.max(...beyond));
}

/** From dark blue to yellow: even steps look even, also to those who confuse red and green. */
const COLOURS = [
  [0.05, 0.03, 0.31],
  [0.29, 0.05, 0.62],
  [0.66, 0.13, 0.59],
  [0.91, 0.36, 0.38],
  [0.99, 0.65, 0.21],
  [0.94, 0.96, 0.26],
] as const;

/** Red, green and blue of a share of the scale, in sRGB. */
export function colourAt(share: number): readonly [number, number, number] {
  const place = Math.min(1, Math.max(0, share || 0)) * (COLOURS.length - 1);
  const first = Math.min(Math.floor(place), COLOURS.length - 2);
  const part = place - first;
  const [a, b] = [COLOURS[first], COLOURS[first + 1]];
  return [0, 1, 2].map((c) => a[c] * (1 - part) + b[c] * part) as unknown as readonly [
    number,
    number,
    number,
  ];
}

/** For CSS. */
export const gradient = `linear-gradient(to right, ${COLOURS.map(
  (colour) => `rgb(${colour.map((part) => Math.round(255 * part)).join(' ')})`,
).join(', ')})`;

/** A round number that 98 of 100 values are below. */
export function topOf(values: Float32Array): number {
  const sorted = Float32Array.from(values).sort();
  const high = sorted[Math.floor(0.98 * (sorted.length - 1))] ?? 0;
  if (!(high > 1e-9)) return 1e-9;
  const power = 10 ** Math.floor(Math.log10(high));
  return [1, 2, 5, 10].map((digit) => digit * power).find((value) => value >= high) ?? high;
}
