/**
 * Colours particles so that no spring joins two of the same colour, [PNF18] Sec. 4.2. A colour is then relaxed in one
 * parallel step. A bipartite graph (quad meshes, ropes, voxels) gets two colours; on a grid these are the parity of the
 * indices, [NP17] Eq. (5.1). Other graphs are coloured greedily with more.
 */

import { InputError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Body } from './body.ts';

/** Why a body can't be coloured red and black: a closed walk over an odd number of springs. */
export class OddCycleError extends InputError {
  override readonly name = 'OddCycleError';
  constructor(
    body: string,
    /** Particle indices around the cycle; the last is joined to the first. */
    readonly cycle: readonly number[],
  ) {
    const walk = [...cycle, cycle[0]].join(' – ');
    super(
      `${body}.colouring`,
      'red-black',
      `the springs ${walk} form an odd cycle, which two colours can't cover; remove it or set colouring "any" to use more colours`,
    );
  }
}

/** A colour per particle: the body's own, or two where they are enough, or as many as it takes. `links` couple like springs. */
export function coloursOf(body: Body, links: Uint32Array = new Uint32Array(0)): Uint8Array {
  const ends = links.length > 0 ? joinedEnds(body.ends, links) : body.ends;
  if (body.colours) return checkColours({ ...body, ends }, body.colours);
  const graph = graphOf(body.masses.length, ends);
  const twoColours = colourRedBlack(graph);
  if ('colours' in twoColours) return twoColours.colours;
  if (body.colouring === 'red-black') throw new OddCycleError(body.name, twoColours.cycle);
  return colourGreedily(graph, body.name);
}

function joinedEnds(springs: Uint32Array, links: Uint32Array): Uint32Array {
  const ends = new Uint32Array(springs.length + links.length);
  ends.set(springs);
  ends.set(links, springs.length);
  return ends;
}

/** Throws what `createWorld` would of a body that can't be coloured: an `OddCycleError` where two colours won't do. */
export function checkColouring(body: Body): void {
  coloursOf(body);
}

function checkColours({ name, masses, ends }: Body, colours: Uint8Array): Uint8Array {
  if (colours.length !== masses.length)
    throw new InputError(`${name}.colours`, colours, `${masses.length} numbers`);
  for (let s = 0; s < ends.length; s += 2) {
    if (colours[ends[s]] !== colours[ends[s + 1]]) continue;
    throw new InputError(
      `${name}.colours`,
      colours[ends[s]],
      `different colours at ${ends[s]} and ${ends[s + 1]}, which a spring joins`,
    );
  }
  return colours;
}

/** Adjacency of particles: the partners of particle i are partners[starts[i]] … partners[starts[i + 1] - 1]. */
export interface Graph {
  readonly starts: Uint32Array;
  readonly partners: Uint32Array;
  /** The spring behind each partner. */
  readonly springs: Uint32Array;
}

export function graphOf(count: number, ends: Uint32Array): Graph {
  const starts = new Uint32Array(count + 1);
  for (let k = 0; k < ends.length; k++) starts[ends[k] + 1]++;
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
  const next = starts.slice();
  const partners = new Uint32Array(ends.length);
  const springs = new Uint32Array(ends.length);
  for (let k = 0; k < ends.length; k++) {
    const at = next[ends[k]]++;
    partners[at] = ends[k ^ 1];
    springs[at] = k >> 1;
  }
  return { starts, partners, springs };
}

/** In place of a colour, where there is none yet. */
const UNSEEN = LIMITS.colours.max;

/** Colours 0 (red) and 1 (black), the lowest particle of every connected piece red; or the odd cycle in the way. */
function colourRedBlack({ starts, partners }: Graph): { colours: Uint8Array } | { cycle: number[] } {
  const count = starts.length - 1;
  const colours = new Uint8Array(count).fill(UNSEEN);
  const parent = new Int32Array(count).fill(-1);
  const queue = new Uint32Array(count);
  for (let start = 0; start < count; start++) {
    if (colours[start] !== UNSEEN) continue;
    colours[start] = 0;
    queue[0] = start;
    for (let head = 0, tail = 1; head < tail; head++) {
      const i = queue[head];
      for (let k = starts[i]; k < starts[i + 1]; k++) {
        const j = partners[k];
        if (colours[j] === UNSEEN) {
          colours[j] = 1 - colours[i];
          parent[j] = i;
          queue[tail++] = j;
        } else if (colours[j] === colours[i]) {
          return { cycle: cycleThrough(i, j, parent) };
        }
      }
    }
  }
  return { colours };
}

/** The tree paths of i and j up to where they meet, joined by the edge i-j. */
function cycleThrough(i: number, j: number, parent: Int32Array): number[] {
  const pathOf = (from: number) => {
    const path = [];
    for (let at = from; at !== -1; at = parent[at]) path.push(at);
    return path;
  };
  const [up, down] = [pathOf(i), pathOf(j)];
  const below = new Set(down);
  const meeting = up.find((at) => below.has(at))!;
  return [...up.slice(0, up.indexOf(meeting) + 1), ...down.slice(0, down.indexOf(meeting)).reverse()];
}

/** The lowest colour free among the neighbours, particle after particle. */
function colourGreedily({ starts, partners }: Graph, body: string): Uint8Array {
  const count = starts.length - 1;
  const colours = new Uint8Array(count).fill(UNSEEN);
  /** takenBy[c] = i: a neighbour of i has colour c. */
  const takenBy = new Int32Array(UNSEEN + 1).fill(-1);
  for (let i = 0; i < count; i++) {
    for (let k = starts[i]; k < starts[i + 1]; k++) takenBy[colours[partners[k]]] = i;
    let colour = 0;
    while (takenBy[colour] === i) colour++;
    if (colour >= UNSEEN) {
      const allowed = `springs that ${UNSEEN} colours are enough for; those at particle ${i} lead to particles of every colour`;
      throw new InputError(`${body}.springs`, starts[i + 1] - starts[i], allowed);
    }
    colours[i] = colour;
  }
  return colours;
}
