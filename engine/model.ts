/**
 * The model is what stays constant while a world runs: which particles and springs there are, how they are coloured
 * and where they are stored. Bodies are given in the user's order (ids); storage is sorted by colour (slots), so that
 * a colour is a range, and rows of neighbours have one width. Splitting particles would need spare slots a colour;
 * none are kept yet.
 */
import type { Body } from './body/body.ts';
import { adjacency, colourGreedily, colourRedBlack, OddCycleError } from './body/colouring.ts';
import { InputError } from './errors.ts';

export interface BodyRange {
  readonly name: string;
  /** Id of the body's first particle; its others follow. */
  readonly first: number;
  readonly count: number;
}

export interface Model {
  readonly particles: number;
  readonly springs: number;
  readonly bodies: readonly BodyRange[];
  /** Slots [first, end) of each colour. */
  readonly colours: readonly (readonly [first: number, end: number])[];
  readonly slotOf: Uint32Array;
  readonly idOf: Uint32Array;

  /** Entries per particle in `neighbours` and `springOf`. */
  readonly width: number;
  /** By slot: the slot at the other end of each spring; the particle's own slot in an empty entry. */
  readonly neighbours: Uint32Array;
  /** By slot: the spring of each entry; 0 in an empty one. */
  readonly springOf: Uint32Array;
  /** Two slots per spring, springs in the user's order. */
  readonly ends: Uint32Array;

  /** By spring. */
  readonly restLengths: Float64Array;
  /** By spring. */
  readonly stiffness: Float64Array;
  /** By id, as are all below. */
  readonly masses: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly pins: readonly number[];
  readonly triangles: Uint32Array;
  readonly uvs: Float64Array;

  /** Adjacent triangles per particle in `corners`. */
  readonly cornerWidth: number;
  /** By slot: the other two corners of each adjacent triangle, as slots. */
  readonly corners: Uint32Array;
}

export function buildModel(given: readonly Body[]): Model {
  if (given.length === 0) throw new InputError('bodies', [], 'at least one body');
  const bodies: BodyRange[] = [];
  let particles = 0;
  for (const { name, masses } of given) {
    bodies.push({ name, first: particles, count: masses.length });
    particles += masses.length;
  }
  const shifted = (field: 'ends' | 'triangles') =>
    Uint32Array.from(given.flatMap((body, b) => Array.from(body[field], (id) => id + bodies[b].first)));
  const joined = (field: 'restLengths' | 'stiffness' | 'masses' | 'positions' | 'velocities') =>
    Float64Array.from(given.flatMap((body) => Array.from(body[field])));

  const { slotOf, idOf, colours } = sortByColour(particles, given);
  const toSlots = (ids: Uint32Array) => ids.map((id) => slotOf[id]);
  const ends = toSlots(shifted('ends'));
  const triangles = shifted('triangles');
  const entries: [slot: number, spring: number][][] = Array.from({ length: particles }, () => []);
  for (let s = 0; s < ends.length / 2; s++) {
    entries[ends[2 * s]].push([ends[2 * s + 1], s]);
    entries[ends[2 * s + 1]].push([ends[2 * s], s]);
  }
  const rows = fixedRows(entries, (slot) => [slot, 0]);
  const fans: [slot: number, slot: number][][] = Array.from({ length: particles }, () => []);
  const corners = toSlots(triangles);
  for (let t = 0; t < corners.length; t += 3) {
    for (let k = 0; k < 3; k++)
      fans[corners[t + k]].push([corners[t + ((k + 1) % 3)], corners[t + ((k + 2) % 3)]]);
  }
  const fanRows = fixedRows(fans, (slot) => [slot, slot]);

  return {
    particles,
    springs: ends.length / 2,
    bodies,
    colours,
    slotOf,
    idOf,
    width: rows.width,
    neighbours: rows.values.filter((_, k) => k % 2 === 0),
    springOf: rows.values.filter((_, k) => k % 2 === 1),
    ends,
    restLengths: joined('restLengths'),
    stiffness: joined('stiffness'),
    masses: joined('masses'),
    positions: joined('positions'),
    velocities: joined('velocities'),
    pins: given.flatMap((body, b) => body.pins.map((pin) => pin + bodies[b].first)),
    triangles,
    uvs: Float64Array.from(
      given.flatMap((body) =>
        body.uvs.length > 0 ? Array.from(body.uvs) : new Array(2 * body.masses.length).fill(0),
      ),
    ),
    cornerWidth: fanRows.width,
    corners: fanRows.values,
  };
}

/** Colours every body by itself and stores colour 0 of all bodies first, then colour 1, …; ids ascend within a colour. */
function sortByColour(particles: number, bodies: readonly Body[]) {
  const colourOf: number[] = [];
  for (const body of bodies) {
    const lists = adjacency(body.masses.length, body.ends);
    const twoColours = colourRedBlack(lists);
    if ('colours' in twoColours) for (const colour of twoColours.colours) colourOf.push(colour);
    else if (body.colouring === 'red-black') throw new OddCycleError(body.name, twoColours.cycle);
    else for (const colour of colourGreedily(lists)) colourOf.push(colour);
  }
  const count = colourOf.reduce((most, colour) => Math.max(most, colour + 1), 0);
  const starts = new Array<number>(count + 1).fill(0);
  for (const colour of colourOf) starts[colour + 1]++;
  for (let colour = 0; colour < count; colour++) starts[colour + 1] += starts[colour];
  const colours = starts.slice(0, count).map((first, colour) => [first, starts[colour + 1]] as const);
  const next = [...starts];
  const slotOf = Uint32Array.from(colourOf, (colour) => next[colour]++);
  const idOf = new Uint32Array(particles);
  slotOf.forEach((slot, id) => {
    idOf[slot] = id;
  });
  return { slotOf, idOf, colours };
}

/** Rows of equal width, a multiple of 4, as pairs; short rows are filled up with `empty(row)`. */
function fixedRows(rows: readonly (readonly [number, number][])[], empty: (row: number) => [number, number]) {
  const longest = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const width = 4 * Math.ceil(longest / 4);
  const values = new Uint32Array(2 * width * rows.length);
  rows.forEach((row, r) => {
    for (let k = 0; k < width; k++) values.set(row[k] ?? empty(r), 2 * (r * width + k));
  });
  return { width, values };
}
