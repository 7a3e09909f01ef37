/**
 * The levels over the bodies of a model: from which coarse points each fine point interpolates, and which coarse points are coupled
 * to each other. Cloths have grids, other bodies aggregates; each level holds all bodies. This is structure and P only: kernels compute the
 * values of the coarse operators from masses, stiffness and pins.
 */
import { type Connections, defineStructure } from '../../structure.ts';
import { coarsenWeb, isSmall, piecesOf, type Web, webOf } from './aggregates.ts';
import { coarsenPatch, isShort, type Patch, patchesOf } from './grids.ts';
import { NO_ENTRY, PATH, PATHS, packedLinks } from './links.ts';
import { coarseLevel, type Interpolation, type Level, PARENTS, type Transfer } from './pattern.ts';

export interface Hierarchy {
  /** The finest level, which is the model, comes first. */
  readonly levels: readonly Level[];
  /** transfers[l] is between levels l and l + 1. */
  readonly transfers: readonly Transfer[];
  /** For each level, its cloths, in the order of the model's bodies. */
  readonly patches: readonly (readonly Patch[])[];
  /** Absent if no body has a spring. */
  readonly coarsest?: Coarsest;
}

/** Connected pieces of the coarsest level, whose operator has a dense block for each. */
export interface Coarsest {
  /** Entries per point: the number of points of the largest piece. */
  readonly width: number;
  /**
   * The points of the piece of each point, the same in each row of a piece; padded with the point itself. The offsets of the rows follow
   * the rows, as in a model.
   */
  readonly members: Uint32Array;
  /** For each point. */
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
  // Small bodies are coarsened (to themselves) too, to take part in the exact solve.
  while (!isEmpty && (levels.length === 1 || !patches.every(isShort) || !isSmall(web))) {
    const fine = levels.at(-1)!;
    const smooth = coarsen(fine, patches, web, true);
    // In a graph without geometry (springs between random particles) smoothing couples every point with every other one.
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
  const links = packedLinks(interpolation.links, fine.points, PARENTS);
  const { level, transfer, slotOf } = coarseLevel(fine, { ...interpolation, links }, count);
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
