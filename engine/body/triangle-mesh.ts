/**
 * A user's triangles as a mesh that can be simulated: vertices at one place are one particle, and what is no surface is mended or
 * refused by name.
 */
import { InputError } from '../errors.ts';

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

/** Each edge once, in the order in which triangles name them. */
export interface Edges {
  /** Two particles each. */
  readonly ends: Uint32Array;
  /** Two triangles each, which are `NONE` where there is no second one, or where there are more than two. */
  readonly triangles: Uint32Array;
}

export const NONE = 0xffff_ffff;

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
  kept.forEach((triangle, t) => {
    vertices.set(given.subarray(3 * triangle, 3 * triangle + 3), 3 * t);
  });
  const count = sourceOf.length;
  turnAlike(path, vertices, particleOf, count, kept, repairs);
  const triangles = vertices.map((vertex) => particleOf[vertex]);
  const edges = edgesOf(triangles, count, (ends, found) => {
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
    borders: longestFirst(bordersOf(triangles, edges, count), positions, sourceOf),
    repairs,
  };
}

/** By vertex: the first vertex at its place, x, y, z each. `weld`: metres up to which vertices are at one place. */
export function placesOf(positions: Float64Array, weld: number): Uint32Array {
  const count = positions.length / 3;
  const firstAt = new Map<string, number[]>();
  const placeOf = new Uint32Array(count);
  // Cells so large that what is as near as `weld` is in the same cell, or in the one that the point ± weld is in.
  const size = weld > 0 ? 4 * weld : 1;
  const cell = (value: number) => (weld > 0 ? Math.floor(value / size) : value);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    const near = new Set<string>();
    for (const dx of [-weld, weld])
      for (const dy of [-weld, weld])
        for (const dz of [-weld, weld]) near.add(`${cell(x + dx)} ${cell(y + dy)} ${cell(z + dz)}`);
    let found = v;
    for (const key of near)
      for (const other of firstAt.get(key) ?? [])
        if (
          other < found &&
          Math.hypot(x - positions[3 * other], y - positions[3 * other + 1], z - positions[3 * other + 2]) <=
            weld
        )
          found = other;
    placeOf[v] = found;
    if (found < v) continue;
    const own = `${cell(x)} ${cell(y)} ${cell(z)}`;
    const there = firstAt.get(own);
    if (there) there.push(v);
    else firstAt.set(own, [v]);
  }
  return placeOf;
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
  const seen = new Set<string>();
  for (let t = 0; t < given.length / 3; t++) {
    const places = Array.from(given.subarray(3 * t, 3 * t + 3), (vertex) => placeOf[vertex]);
    const key = [...places].sort((a, b) => a - b).join(' ');
    if (!hasArea(positions, places)) lines.push(t);
    else if (seen.has(key)) twice.push(t);
    else {
      seen.add(key);
      kept.push(t);
    }
  }
  if (lines.length > 0)
    repairs.push(`${path}.triangles: ${listed('triangle', lines)} without an area left out`);
  if (twice.length > 0)
    repairs.push(`${path}.triangles: ${listed('triangle', twice)} that is there already left out`);
  if (kept.length === 0)
    throw new InputError(`${path}.triangles`, `${given.length / 3} triangles`, 'at least one with an area');
  return kept;
}

function hasArea(positions: Float64Array, corners: readonly number[]): boolean {
  const [a, b, c] = corners.map((v) => positions.subarray(3 * v, 3 * v + 3));
  const side = (p: Float64Array, q: Float64Array) => [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const [u, v, w] = [side(a, b), side(a, c), side(b, c)];
  const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const longest = Math.max(Math.hypot(...u), Math.hypot(...v), Math.hypot(...w));
  return Math.hypot(...cross) > FLAT * longest * longest;
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
  particles: number,
  kept: readonly number[],
  repairs: string[],
): void {
  const count = vertices.length / 3;
  const triangles = vertices.map((vertex) => particleOf[vertex]);
  const { ends, triangles: sides } = edgesOf(triangles, particles);
  const around: number[][] = Array.from({ length: count }, () => []);
  for (let e = 0; e < ends.length / 2; e++) {
    if (sides[2 * e + 1] === NONE) continue;
    around[sides[2 * e]].push(e);
    around[sides[2 * e + 1]].push(e);
  }
  /** Whether a triangle goes along an edge from its lower end to its higher one. */
  const goesUp = (t: number, e: number) => {
    for (let k = 0; k < 3; k++)
      if (triangles[3 * t + k] === ends[2 * e] && triangles[3 * t + ((k + 1) % 3)] === ends[2 * e + 1])
        return true;
    return false;
  };
  const turned = new Int8Array(count).fill(-1);
  const flipped: number[] = [];
  let isTwisted = false;
  for (let start = 0; start < count; start++) {
    if (turned[start] >= 0) continue;
    turned[start] = 0;
    const piece = [start];
    for (const t of piece) {
      for (const e of around[t]) {
        const other = sides[2 * e] === t ? sides[2 * e + 1] : sides[2 * e];
        const wanted = goesUp(t, e) === goesUp(other, e) ? 1 - turned[t] : turned[t];
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

/** Each edge of the triangles once. `crowded` is called for each edge with more than two triangles. */
export function edgesOf(
  triangles: Uint32Array,
  particles: number,
  crowded?: (ends: readonly [number, number], triangles: readonly number[]) => void,
): Edges {
  const numbers = new Map<number, number>();
  const ends: number[] = [];
  const sides: number[][] = [];
  for (let k = 0; k < triangles.length; k++) {
    const t = Math.floor(k / 3);
    const [i, j] = [triangles[k], triangles[k % 3 === 2 ? k - 2 : k + 1]];
    const [low, high] = i < j ? [i, j] : [j, i];
    const key = low * particles + high;
    const found = numbers.get(key);
    if (found !== undefined) {
      sides[found].push(t);
      continue;
    }
    numbers.set(key, sides.length);
    ends.push(low, high);
    sides.push([t]);
  }
  const pairs = new Uint32Array(2 * sides.length).fill(NONE);
  sides.forEach((found, e) => {
    if (found.length > 2) crowded?.([ends[2 * e], ends[2 * e + 1]], found);
    else pairs.set(found, 2 * e);
  });
  return { ends: Uint32Array.from(ends), triangles: pairs };
}

/** Closed walks along edges of one triangle; the longest first, and of equal ones the one with the lowest particle. */
function bordersOf(
  triangles: Uint32Array,
  { ends, triangles: sides }: Edges,
  particles: number,
): Uint32Array[] {
  const isBorder = new Set<number>();
  for (let e = 0; e < ends.length / 2; e++)
    if (sides[2 * e] !== NONE && sides[2 * e + 1] === NONE)
      isBorder.add(ends[2 * e] * particles + ends[2 * e + 1]);
  /** By particle: where borders go on from it, as triangles turn. */
  const next = new Map<number, number[]>();
  for (let k = 0; k < triangles.length; k++) {
    const [i, j] = [triangles[k], triangles[k % 3 === 2 ? k - 2 : k + 1]];
    if (!isBorder.has(Math.min(i, j) * particles + Math.max(i, j))) continue;
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
