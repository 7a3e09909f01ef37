/**
 * The model is what stays constant while a world runs: which particles and springs there are, how they are coloured
 * and where they are stored. Bodies are given in the user's order (ids); storage is sorted by colour (slots), so that
 * a colour is a range; a particle's neighbours are a row as long as it needs.
 */
import type { Body } from './body/body.ts';
import { coloursOf } from './body/colouring.ts';
import { radiusAmong } from './body/spacing.ts';
import { VERSIONS } from './body/splittable.ts';
import { InputError, number } from './errors.ts';
import { checkElements, joinElements, type Links, linksOf } from './forces/elements.ts';
import type { Elements } from './forces/force.ts';
import { LIMITS } from './limits.ts';
import { WITHIN } from './motion/sound.ts';
import { type CornerRows, cornerRows, type SpringRows, springRows } from './rows.ts';

export interface BodyRange {
  readonly name: string;
  /** Id of the body's first particle; its others follow. */
  readonly first: number;
  readonly count: number;
  /** Its springs, by their number. */
  readonly springs: readonly [first: number, end: number];
  /** Its links, which are numbered behind all springs. */
  readonly links: readonly [first: number, end: number];
  /** Its triangles, by their number. */
  readonly triangles: readonly [first: number, end: number];
  /** For a cloth: id = first + row × columns + column. */
  readonly grid?: Body['grid'];
  /** Whether its triangles come in pairs, two a quad. */
  readonly hasQuads: boolean;
  /** For a cloth that splits where it tears: as `grid`; the second half of its ids are spares, which wait at their particles. */
  readonly splits?: Body['splits'];
  /** Whether it is balls that wait to be shot. */
  readonly isMagazine: boolean;
}

export interface Model extends SpringRows, CornerRows {
  readonly particles: number;
  readonly springs: number;
  /**
   * Springs, and links behind them: pairs of particles that elements couple in the matrix of the global step, as springs without
   * length. Rows name both, and they are the domain `springs` of buffers; a link's stiffness may be negative.
   */
  readonly links: number;
  /** By id, the elements of each force that a body has. */
  readonly forces: Readonly<Record<string, Elements>>;
  readonly bodies: readonly BodyRange[];
  /** What was mended when bodies were made, for people. */
  readonly warnings: readonly string[];
  /** Slots of the particles that are balls, by their id. */
  readonly balls: Uint32Array;
  /** Slots [first, end) of each colour. */
  readonly colours: readonly (readonly [first: number, end: number])[];
  /** Names of the bodies' materials in contact, "default" first. */
  readonly materials: readonly string[];
  readonly slotOf: Uint32Array;
  readonly idOf: Uint32Array;

  /** Two slots per spring, springs in the user's order, and per link behind them. */
  readonly ends: Uint32Array;

  /** By spring and link. */
  readonly restLengths: Float64Array;
  /** By spring and link. */
  readonly stiffness: Float64Array;
  /** By spring: the length at which it tears, over its rest length; 0 for never. Absent: none ever tears. */
  readonly strengths?: Float64Array;
  /** By id, as are all below. */
  readonly masses: Float64Array;
  /** In contact, metres. */
  readonly radii: Float64Array;
  /** In contact, as an index of `materials`. */
  readonly materialOf: Uint8Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly pins: readonly number[];
  readonly triangles: Uint32Array;
  readonly uvs: Float64Array;
}

export function buildModel(given: readonly Body[]): Model {
  const isList: boolean = Array.isArray(given);
  if (!isList || given.length === 0) throw new InputError('bodies', given, 'a list of at least one body');
  given.forEach((body, b) => {
    if (body?.masses instanceof Float64Array) return;
    throw new InputError(
      `bodies[${b}]`,
      body,
      'a body, as cloth(), rope(), solid(), quadMesh(), network() and balls() make them',
    );
  });
  for (const body of given) {
    checkNumbers(body);
    checkElements(body);
  }
  const links = given.map(linksOf);
  const bodies = rangesOf(given, links);
  const particles = given.reduce((sum, { masses }) => sum + masses.length, 0);
  const { slotOf, idOf, colours } = sortByColour(particles, given, links);
  const triangles = joined(Uint32Array, given, (body) => body.triangles);
  bodies.forEach(({ first, triangles: [from, end] }) => {
    for (let k = 3 * from; k < 3 * end; k++) triangles[k] += first;
  });
  const materials = [...new Set(['default', ...given.map(({ material }) => material ?? 'default')])];
  if (materials.length > 256)
    throw new InputError('bodies', materials.length, 'at most 256 different materials');
  checkBalls(given);
  const ends = [...given, ...links].map((part) => part.ends);
  const withLinks = concatenated(Uint32Array, ends);
  for (const { first, springs, links: behind } of bodies)
    for (const [from, end] of [springs, behind])
      for (let k = 2 * from; k < 2 * end; k++) withLinks[k] = slotOf[withLinks[k] + first];
  return {
    particles,
    springs: bodies.at(-1)!.springs[1],
    links: withLinks.length / 2,
    forces: joinElements(given, (body, particle) => slotOf[bodies[body].first + particle]),
    bodies,
    warnings: given.flatMap(({ warnings = [] }) => warnings),
    balls: joined(Uint32Array, given, ({ areBalls, masses }, b) =>
      areBalls ? slotOf.slice(bodies[b].first, bodies[b].first + masses.length) : new Uint32Array(0),
    ),
    colours,
    slotOf,
    idOf,
    ...springRows(particles, withLinks),
    ends: withLinks,
    restLengths: concatenated(Float64Array, [
      ...given.map((body) => body.restLengths),
      new Float64Array(links.reduce((sum, { stiffness }) => sum + stiffness.length, 0)),
    ]),
    stiffness: concatenated(
      Float64Array,
      [...given, ...links].map((part) => part.stiffness),
    ),
    ...(given.some(({ strengths }) => strengths?.some((strength) => strength > 0)) && {
      strengths: joined(
        Float64Array,
        given,
        ({ strengths, restLengths }) => strengths ?? new Float64Array(restLengths.length),
      ),
    }),
    masses: joined(Float64Array, given, (body) => body.masses),
    radii: joined(Float64Array, given, (body) => new Float64Array(body.masses.length).fill(radiusOf(body))),
    materialOf: joined(Uint8Array, given, ({ masses, material = 'default' }) =>
      new Uint8Array(masses.length).fill(materials.indexOf(material)),
    ),
    materials,
    positions: joined(Float64Array, given, (body) => body.positions),
    velocities: joined(Float64Array, given, (body) => body.velocities),
    pins: given.flatMap((body, b) => body.pins.map((pin) => pin + bodies[b].first)),
    triangles,
    uvs: joined(Float64Array, given, ({ uvs, masses }) =>
      uvs.length > 0 ? uvs : new Float64Array(2 * masses.length),
    ),
    ...cornerRows(
      particles,
      translated(triangles, slotOf),
      bodies.flatMap(sparesOf).map(([id, spare]) => [slotOf[id], slotOf[spare]]),
    ),
  };
}

/** Ids of the particles that may split, each with its spare's. */
export const sparesOf = ({ first, count, splits }: BodyRange): [id: number, spare: number][] =>
  splits ? Array.from({ length: count / 2 }, (_, k) => [first + k, first + count / 2 + k]) : [];

/** Ids as slots, or slots as ids, by a table. A loop: frames wait for it, and `from` and `map` with a function take many times as long. */
export function translated(named: ArrayLike<number>, table: Uint32Array): Uint32Array {
  const others = new Uint32Array(named.length);
  for (let k = 0; k < others.length; k++) others[k] = table[named[k]];
  return others;
}

/** What a user has: no spares, and a spring once for all its versions. */
export function countsOf({ bodies }: Pick<Model, 'bodies'>): { particles: number; springs: number } {
  const sum = (each: (body: BodyRange) => number) => bodies.reduce((total, body) => total + each(body), 0);
  return {
    particles: sum(({ count, splits }) => count / (splits ? 2 : 1)),
    springs: sum(({ springs: [first, end], splits }) => (end - first) / (splits ? VERSIONS : 1)),
  };
}

/** Every particle is tested against every ball, so their number is limited. */
function checkBalls(given: readonly Body[]): void {
  const balls = given.reduce((sum, { areBalls, masses }) => sum + (areBalls ? masses.length : 0), 0);
  if (balls > LIMITS.balls.max)
    throw new InputError('bodies', balls, `at most ${LIMITS.balls.max} balls in all`);
}

/** Bodies follow each other, particles, springs and triangles alike. */
function rangesOf(given: readonly Body[], links: readonly Links[]): BodyRange[] {
  let [first, spring, triangle] = [0, 0, 0];
  let link = given.reduce((sum, { restLengths }) => sum + restLengths.length, 0);
  return given.map((body, b) => {
    const { name, masses, restLengths, triangles, grid, splits, hasQuads = false, isMagazine = false } = body;
    const range: BodyRange = {
      name,
      first,
      count: masses.length,
      springs: [spring, spring + restLengths.length],
      links: [link, link + links[b].stiffness.length],
      triangles: [triangle, triangle + triangles.length / 3],
      grid,
      hasQuads,
      ...(splits && { splits }),
      isMagazine,
    };
    first += masses.length;
    [spring, triangle, link] = [range.springs[1], range.triangles[1], range.links[1]];
    return range;
  });
}

/** The spacing is the mean length of the particles' shortest springs; without springs it is 0. */
function radiusOf({ name, masses, ends, restLengths, radius }: Body): number {
  if (radius !== undefined) return number(`${name}.radius`, radius, { min: 0, max: 1e9, unit: 'm' });
  return radiusAmong(masses.length, ends, restLengths);
}

/** What float32 and the step can bear; a body made by hand is checked like one of ours. */
function checkNumbers(body: Body): void {
  const { name, masses, ends, pins, triangles } = body;
  const sizes = {
    positions: 3 * masses.length,
    velocities: 3 * masses.length,
    restLengths: ends.length / 2,
    stiffness: ends.length / 2,
    strengths: ends.length / 2,
  } as const;
  const given = { ...body, strengths: body.strengths ?? new Float64Array(ends.length / 2) };
  for (const field of Object.keys(sizes) as (keyof typeof sizes)[]) {
    if (given[field].length === sizes[field]) continue;
    throw new InputError(`${name}.${field}`, given[field], `${sizes[field]} numbers`);
  }
  if (triangles.length % 3 !== 0) throw new InputError(`${name}.triangles`, triangles, 'three corners each');
  for (const [field, ids] of Object.entries({ ends, pins, triangles })) {
    const at = firstOutside(ids, 0, masses.length - 1);
    if (at >= 0)
      throw new InputError(`${name}.${field}[${at}]`, ids[at], `a particle from 0 to ${masses.length - 1}`);
  }
  const bounds = {
    positions: { ...WITHIN, unit: 'm' },
    velocities: { ...WITHIN, unit: 'm/s' },
    masses: { min: 1e-12, max: 1e12, unit: 'kg' },
    restLengths: { min: 0, max: 1e9, unit: 'm' },
    stiffness: { min: 0, max: 1e12, unit: 'N/m' },
    strengths: { min: 0, max: 1e9 },
  } as const;
  for (const field of Object.keys(bounds) as (keyof typeof bounds)[]) {
    const { min, max } = bounds[field];
    const at = firstOutside(given[field], min, max);
    if (at >= 0) number(`${name}.${field}[${at}]`, given[field][at], bounds[field]);
  }
}

/** The place of the first value that is not within the bounds; -1 where all are. */
function firstOutside(values: ArrayLike<number>, min: number, max: number): number {
  const { length } = values;
  for (let k = 0; k < length; k++) {
    const value = values[k];
    if (!(value >= min && value <= max)) return k;
  }
  return -1;
}

/** One array out of a part from every body. */
function joined<T extends Uint8Array | Uint32Array | Float64Array>(
  kind: new (length: number) => T,
  bodies: readonly Body[],
  part: (body: Body, index: number) => T,
): T {
  return concatenated(kind, bodies.map(part));
}

function concatenated<T extends Uint8Array | Uint32Array | Float64Array>(
  kind: new (length: number) => T,
  parts: readonly T[],
): T {
  const all = new kind(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of parts) {
    all.set(each, at);
    at += each.length;
  }
  return all;
}

/** Colours every body by itself and stores colour 0 of all bodies first, then colour 1, …; ids ascend within a colour. */
function sortByColour(particles: number, bodies: readonly Body[], links: readonly Links[]) {
  const colourOf = new Uint8Array(particles);
  let at = 0;
  bodies.forEach((body, b) => {
    colourOf.set(coloursOf(body, links[b].ends), at);
    at += body.masses.length;
  });
  let count = 0;
  for (let id = 0; id < particles; id++) count = Math.max(count, colourOf[id] + 1);
  const starts = new Uint32Array(count + 1);
  for (let id = 0; id < particles; id++) starts[colourOf[id] + 1]++;
  for (let colour = 0; colour < count; colour++) starts[colour + 1] += starts[colour];
  const colours = Array.from({ length: count }, (_, colour) => [starts[colour], starts[colour + 1]] as const);
  const next = starts.slice();
  const slotOf = new Uint32Array(particles);
  const idOf = new Uint32Array(particles);
  for (let id = 0; id < particles; id++) {
    const slot = next[colourOf[id]]++;
    slotOf[id] = slot;
    idOf[slot] = id;
  }
  return { slotOf, idOf, colours };
}
