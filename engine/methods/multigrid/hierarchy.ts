/**
 * Coarser and coarser levels over the bodies of a model: from which coarse points each fine point interpolates, and which coarse points are then coupled to
 * each other. Cloths have grids, other bodies aggregates; all are on each level together. Only structure and P: the numbers of
 * the coarse operators are made by kernels, from masses, stiffness and pins.
 */
import { type Connections, defineStructure } from '../../structure.ts';
import { coarsenWeb, isSmall, piecesOf, type Web, webOf } from './aggregates.ts';
import { coarsenPatch, isShort, type Patch, patchesOf } from './grids.ts';
import { NO_ENTRY, PATH, PATHS } from './links.ts';
import { coarseLevel, type Interpolation, type Level, PARENTS, type Transfer } from './pattern.ts';

export interface Hierarchy {
  /** The finest, which is the model, first. */
  readonly levels: readonly Level[];
  /** transfers[l] is between levels l and l + 1. */
  readonly transfers: readonly Transfer[];
  /** By level, the cloths on it, in the order of the model's bodies. */
  readonly patches: readonly (readonly Patch[])[];
  /** Absent where no body has a spring. */
  readonly coarsest?: Coarsest;
}

/** Connected pieces of the coarsest level: its operator has a dense block for each. */
export interface Coarsest {
  /** Entries a point: the points of the largest piece. */
  readonly width: number;
  /**
   * The points of a point's piece, the same in each of its rows; the point itself in an empty entry. Behind the rows where each
   * begins, as in a model's.
   */
  readonly members: Uint32Array;
  /** By point. */
  readonly memberCount: Uint32Array;
}

export const HIERARCHY = defineStructure('hierarchy', build);
export const hierarchyOf = HIERARCHY.of;

function build(model: Connections): Hierarchy {
  const { particles, ends, rows, neighbours, rowStarts, colours } = model;
  let patches = patchesOf(model);
  let web = webOf(model);
  const levels: Level[] = [{ points: particles, rows, neighbours, rowStarts, entries: ends.length, colours }];
  const transfers: Transfer[] = [];
  const patchesByLevel = [patches];
  const isEmpty = patches.length === 0 && web.points.length === 0;
  // What is small from the start is coarsened (to itself) too: it takes part in the exact solve.
  while (!isEmpty && (levels.length === 1 || !patches.every(isShort) || !isSmall(web))) {
    const fine = levels.at(-1)!;
    const smooth = coarsen(fine, patches, web, true);
    // In a graph without geometry (springs between particles at random) smoothing couples every point with every other one.
    const coarser = smooth.level.entries <= fine.entries ? smooth : coarsen(fine, patches, web, false);
    levels.push(coarser.level);
    transfers.push(coarser.transfer);
    ({ patches, web } = coarser);
    patchesByLevel.push(patches);
  }
  const pieces = [...patches.map(({ points }) => points), ...piecesOf(web)];
  return { levels, transfers, patches: patchesByLevel, coarsest: isEmpty ? undefined : coarsestOf(pieces) };
}

function coarsen(fine: Level, patches: readonly Patch[], web: Web, isSmooth: boolean) {
  // Coarse points are numbered body by body first, then sorted by colour.
  const interpolation: Interpolation = {
    parents: new Uint32Array(2 * PARENTS * fine.points),
    links: new Uint32Array(PARENTS * PATHS * PATH * fine.points).fill(NO_ENTRY),
  };
  let count = 0;
  const coarsePatches = patches.map((patch) => {
    const coarse = coarsenPatch(patch, count, fine, interpolation);
    count += coarse.points.length;
    return coarse;
  });
  const coarseWeb = coarsenWeb(web, count, fine, interpolation, isSmooth);
  count += coarseWeb.points.length;
  const { level, transfer, slotOf } = coarseLevel(fine, interpolation, count);
  const placed = <T extends Patch | Web>(part: T): T => ({
    ...part,
    points: part.points.map((point) => slotOf[point]),
  });
  return { level, transfer, patches: coarsePatches.map(placed), web: placed(coarseWeb) };
}

function coarsestOf(pieces: readonly Uint32Array[]): Coarsest {
  const count = pieces.reduce((sum, { length }) => sum + length, 0);
  const width = pieces.reduce((most, { length }) => Math.max(most, length), 0);
  const members = new Uint32Array(count * width + count + 1);
  for (let point = 0; point <= count; point++) members[count * width + point] = point * width;
  const memberCount = new Uint32Array(count);
  for (const points of pieces) {
    for (const point of points) {
      members.fill(point, point * width, (point + 1) * width);
      members.set(points, point * width);
      memberCount[point] = points.length;
    }
  }
  return { width, members, memberCount };
}
