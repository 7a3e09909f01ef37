/**
 * Colours particles so that no spring joins two of the same colour, [PNF18] Sec. 4.2. A colour is then relaxed in
 * one parallel step. Two colours where the graph is bipartite (quad meshes, ropes, voxels), else greedily more.
 */

/** Why a body can't be coloured red and black: a closed walk over an odd number of springs. */
export class OddCycleError extends Error {
  override readonly name = 'OddCycleError';
  constructor(
    body: string,
    /** Particle indices around the cycle; the last is joined to the first. */
    readonly cycle: readonly number[],
  ) {
    const walk = [...cycle, cycle[0]].join(' – ');
    super(
      `${body}: the springs ${walk} form an odd cycle, which two colours can't cover; remove it or set colouring "any" to use more colours`,
    );
  }
}

/** Neighbour lists of a graph given as pairs. */
export function adjacency(count: number, ends: Uint32Array): number[][] {
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (let s = 0; s < ends.length; s += 2) {
    lists[ends[s]].push(ends[s + 1]);
    lists[ends[s + 1]].push(ends[s]);
  }
  return lists;
}

/** Colours 0 (red) and 1 (black), the lowest particle of every connected piece red; or the odd cycle in the way. */
export function colourRedBlack(
  lists: readonly (readonly number[])[],
): { colours: Uint8Array } | { cycle: number[] } {
  const UNSEEN = 255;
  const colours = new Uint8Array(lists.length).fill(UNSEEN);
  const parent = new Int32Array(lists.length).fill(-1);
  for (let start = 0; start < lists.length; start++) {
    if (colours[start] !== UNSEEN) continue;
    colours[start] = 0;
    const queue = [start];
    for (const i of queue) {
      for (const j of lists[i]) {
        if (colours[j] === UNSEEN) {
          colours[j] = 1 - colours[i];
          parent[j] = i;
          queue.push(j);
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
  const meeting = up.find((at) => down.includes(at))!;
  return [...up.slice(0, up.indexOf(meeting) + 1), ...down.slice(0, down.indexOf(meeting)).reverse()];
}

/** The lowest colour free among the neighbours, particle after particle. */
export function colourGreedily(lists: readonly (readonly number[])[]): Uint8Array {
  const UNSEEN = 255;
  const colours = new Uint8Array(lists.length).fill(UNSEEN);
  for (let i = 0; i < lists.length; i++) {
    const taken = new Set(lists[i].map((j) => colours[j]));
    let colour = 0;
    while (taken.has(colour)) colour++;
    if (colour >= UNSEEN) throw new RangeError(`particle ${i} has more than ${UNSEEN - 1} springs`);
    colours[i] = colour;
  }
  return colours;
}
