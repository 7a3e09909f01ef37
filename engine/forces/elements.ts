/** Elements of bodies as a model has them: joined per force, with the links that stand for them in the matrix of the global step. */
import type { Body } from '../body/body.ts';
import { InputError, number } from '../errors.ts';
import type { ElementSet, Elements, Force } from './force.ts';
import { FORCES, forceNamed } from './index.ts';

/** Links of a body: springs without length, with the stiffness S has between their ends. */
export interface Links {
  /** Two particles each. */
  readonly ends: Uint32Array;
  readonly stiffness: Float64Array;
}

const NO_LINKS: Links = { ends: new Uint32Array(0), stiffness: new Float64Array(0) };

/** The sets of a body in the order of the registry. */
const setsOf = ({ forces = {} }: Pick<Body, 'forces'>): [Force, ElementSet][] =>
  FORCES.flatMap((force) => (forces[force.id] ? [[force, forces[force.id]] as [Force, ElementSet]] : []));

/** What float32 can bear; refuses what a force can't be. */
export function checkElements({ name, masses, forces = {} }: Body): void {
  for (const [id, set] of Object.entries(forces)) {
    const force = forceNamed(`${name}.forces`, id);
    const path = `${name}.forces.${id}`;
    const isSet = set?.corners instanceof Uint32Array && set.numbers instanceof Float64Array;
    if (!isSet)
      throw new InputError(path, set, 'an object with corners (a Uint32Array) and numbers (a Float64Array)');
    const { corners, numbers } = set;
    if (corners.length % force.corners !== 0)
      throw new InputError(`${path}.corners`, corners, `${force.corners} particles an element`);
    const count = corners.length / force.corners;
    if (numbers.length !== count * force.numbers)
      throw new InputError(
        `${path}.numbers`,
        numbers,
        `${count * force.numbers} numbers, ${force.numbers} an element`,
      );
    corners.forEach((corner, k) => {
      if (!(corner < masses.length))
        throw new InputError(`${path}.corners[${k}]`, corner, `a particle from 0 to ${masses.length - 1}`);
      for (let other = k - (k % force.corners); other < k; other++)
        if (corners[other] === corner)
          throw new InputError(`${path}.corners[${k}]`, corner, 'each particle at most once in an element');
    });
    numbers.forEach((value, k) => {
      if (!(Math.abs(value) <= 1e15)) number(`${path}.numbers[${k}]`, value, { min: -1e15, max: 1e15 });
    });
  }
}

/** A link for each pair of particles that elements couple, in ascending order of the pairs. */
export function linksOf(body: Body): Links {
  const sets = setsOf(body);
  if (sets.length === 0) return NO_LINKS;
  const particles = body.masses.length;
  // Room for every pair of every element in the row of its lower particle; a pair that is there already adds up.
  const starts = new Float64Array(particles + 1);
  eachPair(sets, (i, j) => {
    starts[Math.min(i, j) + 1]++;
  });
  for (let i = 0; i < particles; i++) starts[i + 1] += starts[i];
  const ends = Float64Array.from(starts);
  const others = new Uint32Array(starts[particles]);
  const sums = new Float64Array(starts[particles]);
  /** The size of what was added up: a sum far below it is rounding. */
  const sizes = new Float64Array(starts[particles]);
  eachPair(sets, (i, j, stiffness) => {
    const low = Math.min(i, j);
    const high = Math.max(i, j);
    let at = starts[low];
    while (at < ends[low] && others[at] !== high) at++;
    if (at === ends[low]) {
      others[at] = high;
      ends[low]++;
    }
    sums[at] += stiffness;
    sizes[at] += Math.abs(stiffness);
  });
  const pairs: number[] = [];
  const stiffness: number[] = [];
  const row: number[] = [];
  for (let i = 0; i < particles; i++) {
    row.length = 0;
    for (let at = starts[i]; at < ends[i]; at++) if (Math.abs(sums[at]) > ROUNDING * sizes[at]) row.push(at);
    row.sort((a, b) => others[a] - others[b]);
    for (const at of row) {
      pairs.push(i, others[at]);
      stiffness.push(sums[at]);
    }
  }
  return { ends: Uint32Array.from(pairs), stiffness: Float64Array.from(stiffness) };
}

/** Share of its terms below which a link's stiffness is nothing, as across the diagonal of a square. */
const ROUNDING = 1e-14;

function eachPair(
  sets: readonly [Force, ElementSet][],
  visit: (i: number, j: number, stiffness: number) => void,
): void {
  for (const [force, { corners, numbers }] of sets) {
    const { corners: size } = force;
    const stiffness = new Float64Array((size * (size - 1)) / 2);
    for (let element = 0; element < corners.length / size; element++) {
      force.laplacian(numbers, element * force.numbers, stiffness);
      let pair = 0;
      for (let a = element * size; a < (element + 1) * size; a++)
        for (let b = a + 1; b < (element + 1) * size; b++) visit(corners[a], corners[b], stiffness[pair++]);
    }
  }
}

/** Per force that a body has, the elements of all bodies; `slotsOf` takes a body's particles to slots. */
export function joinElements(
  bodies: readonly Body[],
  slotOf: (body: number, particle: number) => number,
): Record<string, Elements> {
  const joined: Record<string, Elements> = {};
  for (const force of FORCES) {
    const sets = bodies.map(({ forces }) => forces?.[force.id]);
    const sum = (each: (set: ElementSet) => number) =>
      sets.reduce((total, set) => total + (set ? each(set) : 0), 0);
    const corners = new Uint32Array(sum((set) => set.corners.length));
    if (corners.length === 0) continue;
    const numbers = new Float64Array(sum((set) => set.numbers.length));
    let [corner, at] = [0, 0];
    sets.forEach((set, body) => {
      if (!set) return;
      for (const particle of set.corners) corners[corner++] = slotOf(body, particle);
      numbers.set(set.numbers, at);
      at += set.numbers.length;
    });
    joined[force.id] = { force, count: corners.length / force.corners, corners, numbers };
  }
  return joined;
}

/** Which corners of elements are a particle's. */
export interface Incidence {
  /** Where the corners of each force begin. */
  readonly bases: readonly number[];
  readonly corners: number;
  /** By slot: where its list begins; one more at the end. */
  readonly starts: Uint32Array;
  /** The numbers of corners: `base` of the force, plus the corner's place in its list. Ascending for each particle. */
  readonly list: Uint32Array;
}

export function incidenceOf(particles: number, sets: readonly Elements[]): Incidence {
  const bases: number[] = [];
  let corners = 0;
  const starts = new Uint32Array(particles + 1);
  for (const set of sets) {
    bases.push(corners);
    corners += set.corners.length;
    for (const slot of set.corners) starts[slot + 1]++;
  }
  for (let slot = 0; slot < particles; slot++) starts[slot + 1] += starts[slot];
  const next = starts.slice();
  const list = new Uint32Array(corners);
  sets.forEach((set, k) => {
    set.corners.forEach((slot, corner) => {
      list[next[slot]++] = bases[k] + corner;
    });
  });
  return { bases, corners, starts, list };
}
