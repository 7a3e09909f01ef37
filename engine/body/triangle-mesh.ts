/**
 * A user's triangles as a mesh that can be simulated: vertices at one place are one particle, and what is no surface is mended or
 * refused by name.
 */
import { InputError } from '../errors.ts';
import { type Edges, edgesOf, mixed, NONE, Numbering, nextCorner } from './edges.ts';

export interface TriangleMesh {
  /** By vertex as given: its particle; −1 for a vertex of no triangle. */
  readonly particleOf: Int32Array;
  /** By particle: the first vertex at its place. */
  readonly sourceOf: Uint32Array;
  /** Three particles a triangle, all turning the same way round. */
  readonly triangles: Uint32Array;
  /** By triangle: the three vertices as given, in the same order: what is per corner, as uvs at a seam, is found by them. */
  readonly vertices: Uint32Array;
  /** By triangle: its number as given. */
  readonly given: Uint32Array;
  readonly edges: Edges;
  /** Particles along each border, around it; the longest first. */
  readonly borders: readonly Uint32Array[];
  /** What was mended, for people. */
  readonly repairs: readonly string[];
}

/** A triangle is a line if its height is less than this share of its longest edge: float32 has no direction across it. */
const FLAT = 1e-6;

/** `weld`: metres up to which vertices are at one place. */
export function triangleMesh(
  path: string,
  positions: Float64Array,
  given: Uint32Array,
  weld: number,
): TriangleMesh {
  const placeOf = placesOf(positions, weld);
  const repairs: string[] = [];
  const kept = keptTriangles(path, positions, given, placeOf, repairs);
  const { particleOf, sourceOf } = numbered(path, placeOf, given, kept, repairs);
  const vertices = new Uint32Array(3 * kept.length);
  for (let k = 0; k < vertices.length; k++) vertices[k] = given[3 * kept[Math.floor(k / 3)] + (k % 3)];
  turnAlike(path, vertices, particleOf, kept, repairs);
  const triangles = vertices.map((vertex) => particleOf[vertex]);
  const edges = edgesOf(triangles, (ends, found) => {
    const names = found.map((t) => kept[t]);
    repairs.push(
      `${path}.triangles: ${listed('edge', [`${sourceOf[ends[0]]}–${sourceOf[ends[1]]}`])} belongs to ${found.length} triangles (${few(names)}): it does not resist bending`,
    );
  });
  return {
    particleOf,
    sourceOf,
    triangles,
    vertices,
    given: Uint32Array.from(kept),
    edges,
    borders: longestFirst(bordersOf(triangles, edges), positions, sourceOf),
    repairs,
  };
}

/** By vertex: the first vertex at its place, x, y, z each. `weld`: metres up to which vertices are at one place. */
export function placesOf(positions: Float64Array, weld: number): Uint32Array {
  const count = positions.length / 3;
  const placeOf = new Uint32Array(count);
  // Cells so large that what is as near as `weld` is in the same cell, or in the one that the point ± weld is in.
  const size = weld > 0 ? 4 * weld : 1;
  const cell = (value: number) => (weld > 0 ? Math.floor(value / size) : value);
  const buckets = 2 ** Math.ceil(Math.log2(2 * Math.max(1, count)));
  /** By bucket the last vertex that came first at its place, and by vertex the one before it there; from 1. */
  const last = new Uint32Array(buckets);
  const before = new Uint32Array(count);
  const bucketOf = (x: number, y: number, z: number) =>
    mixed(wordOf(cell(x)), wordOf(cell(y)), wordOf(cell(z))) & (buckets - 1);
  const signs = weld > 0 ? [-weld, weld] : [0];
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    let found = v;
    for (const dx of signs)
      for (const dy of signs)
        for (const dz of signs)
          for (let at = last[bucketOf(x + dx, y + dy, z + dz)]; at > 0; at = before[at - 1])
            if (at - 1 < found && isWithin(positions, at - 1, x, y, z, weld)) found = at - 1;
    placeOf[v] = found;
    if (found < v) continue;
    const own = bucketOf(x, y, z);
    before[v] = last[own];
    last[own] = v + 1;
  }
  return placeOf;
}

const isWithin = (positions: Float64Array, v: number, x: number, y: number, z: number, metres: number) =>
  Math.hypot(x - positions[3 * v], y - positions[3 * v + 1], z - positions[3 * v + 2]) <= metres;

const number64 = new Float64Array(1);
const words = new Uint32Array(number64.buffer);
/** 32 bits out of all of a number's; of 0 the same with either sign. */
function wordOf(value: number): number {
  number64[0] = value + 0;
  return words[0] ^ Math.imul(words[1], 0x9e3779b1);
}

/** The numbers of the triangles with an area, each once. */
function keptTriangles(
  path: string,
  positions: Float64Array,
  given: Uint32Array,
  placeOf: Uint32Array,
  repairs: string[],
): number[] {
  const kept: number[] = [];
  const [lines, twice]: [number[], number[]] = [[], []];
  const corners = new Uint32Array(given.length);
  let [low, middle, high] = [0, 0, 0];
  const seen = new Numbering(
    given.length / 3,
    (t) => corners[3 * t] === low && corners[3 * t + 1] === middle && corners[3 * t + 2] === high,
  );
  for (let t = 0; t < given.length / 3; t++) {
    const [a, b, c] = [placeOf[given[3 * t]], placeOf[given[3 * t + 1]], placeOf[given[3 * t + 2]]];
    if (!hasArea(positions, 3 * a, 3 * b, 3 * c)) {
      lines.push(t);
      continue;
    }
    low = Math.min(a, b, c);
    high = Math.max(a, b, c);
    middle = a === low || a === high ? (b === low || b === high ? c : b) : a;
    const { count } = seen;
    if (seen.numberOf(mixed(low, middle, high)) < count) twice.push(t);
    else {
      corners[3 * count] = low;
      corners[3 * count + 1] = middle;
      corners[3 * count + 2] = high;
      kept.push(t);
    }
  }
  if (lines.length > 0)
    repairs.push(`${path}.triangles: ${listed('triangle', lines)} without an area left out`);
  if (twice.length > 0)
    repairs.push(`${path}.triangles: ${listed('triangle', twice)} that is there already left out`);
  if (kept.length === 0)
    throw new InputError(
      `${path}.triangles`,
      `${given.length / 3} triangles`,
      'at least one triangle with an area',
    );
  return kept;
}

/** Whether three points, given by where their coordinates begin, are no line. */
function hasArea(at: Float64Array, a: number, b: number, c: number): boolean {
  const [ux, uy, uz] = [at[b] - at[a], at[b + 1] - at[a + 1], at[b + 2] - at[a + 2]];
  const [vx, vy, vz] = [at[c] - at[a], at[c + 1] - at[a + 1], at[c + 2] - at[a + 2]];
  const opposite = Math.hypot(at[c] - at[b], at[c + 1] - at[b + 1], at[c + 2] - at[b + 2]);
  const twice = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  const longest = Math.max(Math.hypot(ux, uy, uz), Math.hypot(vx, vy, vz), opposite);
  return twice > FLAT * longest * longest;
}

/** Particles in the order of the vertices that come first at their places. */
function numbered(
  path: string,
  placeOf: Uint32Array,
  given: Uint32Array,
  kept: readonly number[],
  repairs: string[],
) {
  const isUsed = new Uint8Array(placeOf.length);
  for (const t of kept) for (let k = 3 * t; k < 3 * t + 3; k++) isUsed[placeOf[given[k]]] = 1;
  const particleOf = new Int32Array(placeOf.length).fill(-1);
  const source: number[] = [];
  const unused: number[] = [];
  let welded = 0;
  placeOf.forEach((place, vertex) => {
    if (!isUsed[place]) unused.push(vertex);
    else if (place === vertex) particleOf[vertex] = source.push(vertex) - 1;
    else {
      particleOf[vertex] = particleOf[place];
      welded++;
    }
  });
  if (welded > 0)
    repairs.push(`${path}.vertices: ${welded} of ${placeOf.length} at the place of another, welded to it`);
  if (unused.length > 0)
    repairs.push(`${path}.vertices: ${listed('vertex', unused)} of no triangle left out`);
  return { particleOf, sourceOf: Uint32Array.from(source) };
}

/** Turns triangles round so that neighbours turn alike: in each connected piece the fewer ones. */
function turnAlike(
  path: string,
  vertices: Uint32Array,
  particleOf: Int32Array,
  kept: readonly number[],
  repairs: string[],
): void {
  const count = vertices.length / 3;
  const triangles = vertices.map((vertex) => particleOf[vertex]);
  const { ends, triangles: sides, edgeOf } = edgesOf(triangles);
  /** Whether the edge from a corner goes from its lower end to its higher one. */
  const goesUp = (corner: number) => triangles[corner] === ends[2 * edgeOf[corner]];
  const cornerAt = (t: number, e: number) =>
    edgeOf[3 * t] === e ? 3 * t : edgeOf[3 * t + 1] === e ? 3 * t + 1 : 3 * t + 2;
  const turned = new Int8Array(count).fill(-1);
  const flipped: number[] = [];
  let isTwisted = false;
  for (let start = 0; start < count; start++) {
    if (turned[start] >= 0) continue;
    turned[start] = 0;
    const piece = [start];
    for (const t of piece) {
      for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
        const e = edgeOf[corner];
        const other = sides[2 * e] === t ? sides[2 * e + 1] : sides[2 * e];
        if (other === NONE) continue;
        const wanted = goesUp(corner) === goesUp(cornerAt(other, e)) ? 1 - turned[t] : turned[t];
        if (turned[other] < 0) {
          turned[other] = wanted;
          piece.push(other);
        } else if (turned[other] !== wanted) isTwisted = true;
      }
    }
    const others = piece.filter((t) => turned[t] === 1);
    const fewer = 2 * others.length > piece.length ? piece.filter((t) => turned[t] === 0) : others;
    for (const t of fewer) flipped.push(t);
  }
  if (isTwisted) {
    repairs.push(
      `${path}.triangles: the surface has one side only, as a Möbius strip: triangles left as they are`,
    );
    return;
  }
  if (flipped.length === 0) return;
  for (const t of flipped)
    [vertices[3 * t + 1], vertices[3 * t + 2]] = [vertices[3 * t + 2], vertices[3 * t + 1]];
  const names = flipped.map((t) => kept[t]).sort((a, b) => a - b);
  repairs.push(`${path}.triangles: ${listed('triangle', names)} turned round, to turn as its neighbours do`);
}

/** Closed walks along edges of one triangle; the longest first, and of equal ones the one with the lowest particle. */
function bordersOf(triangles: Uint32Array, { triangles: sides, edgeOf }: Edges): Uint32Array[] {
  /** By particle: where borders go on from it, as triangles turn. */
  const next = new Map<number, number[]>();
  for (let k = 0; k < triangles.length; k++) {
    if (sides[2 * edgeOf[k]] === NONE || sides[2 * edgeOf[k] + 1] !== NONE) continue;
    const [i, j] = [triangles[k], triangles[nextCorner(k)]];
    const there = next.get(i);
    if (there) there.push(j);
    else next.set(i, [j]);
  }
  const loops: Uint32Array[] = [];
  for (const start of [...next.keys()].sort((a, b) => a - b)) {
    while (next.get(start)?.length) {
      const loop: number[] = [];
      for (let at = start; next.get(at)?.length; at = next.get(at)!.pop()!) loop.push(at);
      loops.push(Uint32Array.from(loop));
    }
  }
  return loops;
}

/** By their lengths in metres; of two as long, the one with the first particle. */
function longestFirst(
  loops: readonly Uint32Array[],
  positions: Float64Array,
  sourceOf: Uint32Array,
): Uint32Array[] {
  const metres = new Map(
    loops.map((loop) => {
      let length = 0;
      loop.forEach((particle, k) => {
        const [from, to] = [particle, loop[(k + 1) % loop.length]].map((each) => 3 * sourceOf[each]);
        length += Math.hypot(...[0, 1, 2].map((c) => positions[from + c] - positions[to + c]));
      });
      return [loop, Math.fround(length)];
    }),
  );
  return [...loops].sort((a, b) => metres.get(b)! - metres.get(a)! || a[0] - b[0]);
}

/** `triangle 4`, or `3 triangles (4, 9, 12)`. */
function listed(noun: string, numbers: readonly (number | string)[]): string {
  if (numbers.length === 1) return `${noun} ${numbers[0]}`;
  return `${numbers.length} ${noun === 'vertex' ? 'vertices' : `${noun}s`} (${few(numbers)})`;
}

const SHOWN = 5;
const few = (numbers: readonly (number | string)[]): string =>
  numbers.slice(0, SHOWN).join(', ') + (numbers.length > SHOWN ? ', …' : '');
