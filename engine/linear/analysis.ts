/**
 * The analysis of sparse matrices: pattern, ordering, supernodes. It runs once a model, in WebAssembly from the `.as.ts` files
 * here, because TypeScript takes ten times as long before V8 has optimised it. Lists are copied in and out.
 */
import bytes from 'virtual:selvedge/analysis';
import { type Connections, defineStructure } from '../structure.ts';
import {
  checkOrder,
  checkPairs,
  type Pattern,
  type PatternOfPairs,
  type SpringAnalysis,
  type Symbolic,
  tooLarge,
} from './factor.ts';
import { tileRows, tileStarts } from './tiles.ts';

/** The WebAssembly module. Addresses are byte offsets in `memory`; lists hold 32-bit integers. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  clear(): void;
  allocate(bytes: number): number;
  patternOf(size: number, pairs: number, count: number): number;
  minimumDegree(size: number, starts: number, rows: number): number;
  analyse(size: number, starts: number, rows: number, order: number, relaxation: number): number;
  analyseSprings(particles: number, springs: number, ends: number, idOf: number, slotOf: number): number;
}

/** Memory up to this many bytes is kept for the next analysis. */
const KEPT = 2 ** 25;

let module: WebAssembly.Module | undefined;
let kept: Exports | undefined;

function exportsOf(): Exports {
  try {
    module ??= new WebAssembly.Module(Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)));
  } catch (cause) {
    throw new Error('the analysis of a sparse matrix needs WebAssembly, which may not be compiled here', {
      cause,
    });
  }
  const env = {
    abort: () => {
      throw new Error('the analysis of a matrix failed');
    },
  };
  kept ??= new WebAssembly.Instance(module, { env }).exports as unknown as Exports;
  return kept;
}

/** Runs `work` with the module, and drops the module if its memory has grown large. */
function withModule<T>(work: (own: Exports) => T): T {
  const own = exportsOf();
  own.clear();
  try {
    return work(own);
  } finally {
    if (own.memory.buffer.byteLength > KEPT) kept = undefined;
  }
}

function put(own: Exports, list: ArrayLike<number>): number {
  const at = own.allocate(4 * list.length);
  new Int32Array(own.memory.buffer, at, list.length).set(list);
  return at;
}

const signed = ({ memory }: Exports, at: number, length: number): Int32Array =>
  new Int32Array(memory.buffer, at, length).slice();

const unsigned = ({ memory }: Exports, at: number, length: number): Uint32Array =>
  new Uint32Array(memory.buffer, at, length).slice();

/** The pattern with the whole diagonal and an entry for every pair, which may be given in either triangle and more than once. */
export function patternOf(size: number, pairs: ArrayLike<number>): PatternOfPairs {
  checkPairs(size, pairs);
  return withModule((own) => {
    const count = pairs.length / 2;
    const lists = own.patternOf(size, put(own, pairs), count);
    const [starts, rows, places, entries] = unsigned(own, lists, 4);
    const pattern = { size, starts: signed(own, starts, size + 1), rows: signed(own, rows, entries) };
    return { pattern, places: signed(own, places, count) };
  });
}

/** The columns in the order in which to eliminate them, by approximate minimum degree [ADD96]. */
export const minimumDegree = ({ size, starts, rows }: Pattern): Int32Array =>
  withModule((own) => signed(own, own.minimumDegree(size, put(own, starts), put(own, rows)), size));

export interface AnalysisOptions {
  /** The order of elimination. Default: that of `minimumDegree`. */
  readonly order?: Int32Array;
  /** Scales the explicit zeros that supernodes may hold: 0 for none. Default 1. */
  readonly relaxation?: number;
}

/** Analyses a pattern for any number of factorisations with other values. */
export function analyse(pattern: Pattern, { order, relaxation = 1 }: AnalysisOptions = {}): Symbolic {
  const { size } = pattern;
  if (order) checkOrder(order, size);
  return withModule((own) => {
    const [starts, rows] = [put(own, pattern.starts), put(own, pattern.rows)];
    const wanted = order ? put(own, order) : own.minimumDegree(size, starts, rows);
    const lists = own.analyse(size, starts, rows, wanted, relaxation);
    return lists === 0 ? tooLarge(size) : symbolicAt(own, lists, size, pattern.rows.length);
  });
}

/** The analysis of M/h² + L of a model, [LBOK13] Eq. (14) divided by h². */
export const springAnalysis = ({ particles, ends, idOf, slotOf }: Connections): SpringAnalysis =>
  withModule((own) => {
    const links = ends.length / 2;
    const [atEnds, atIds, atSlots] = [put(own, ends), put(own, idOf), put(own, slotOf)];
    const lists = own.analyseSprings(particles, links, atEnds, atIds, atSlots);
    if (lists === 0) return tooLarge(particles);
    const [inner, diagonals] = unsigned(own, lists, 2);
    const { places, ...symbolic } = symbolicAt(own, inner, particles, links);
    return { symbolic, springPlaces: places, diagonalPlaces: unsigned(own, diagonals, particles) };
  });

/** The analysis with the layout for solves of x, y and z: tiles.ts. */
export interface SolveAnalysis extends SpringAnalysis {
  readonly tileStarts: Uint32Array;
  readonly tileRows: Uint32Array;
}

/** The ordering of the springs' matrix and its analysis, once a model. */
export const SPRING_ANALYSIS = defineStructure('spring analysis', (model): SolveAnalysis => {
  const analysis = springAnalysis(model);
  const { symbolic } = analysis;
  return { ...analysis, tileStarts: tileStarts(symbolic), tileRows: tileRows(symbolic) };
});

/** Reads the `SymbolicLists` of symbolic.as.ts, with this many places. */
function symbolicAt(own: Exports, lists: number, size: number, entries: number): Symbolic {
  const [fill] = new Float64Array(own.memory.buffer, lists, 1);
  const [order, columns, rowStarts, rows, panelStarts, supernodeOf, places, supernodes] = unsigned(
    own,
    lists + 8,
    8,
  );
  const starts = unsigned(own, rowStarts, supernodes + 1);
  return {
    size,
    order: unsigned(own, order, size),
    fill,
    supernodes,
    columns: unsigned(own, columns, supernodes + 1),
    rowStarts: starts,
    rows: unsigned(own, rows, starts[supernodes]),
    panelStarts: unsigned(own, panelStarts, supernodes + 1),
    supernodeOf: unsigned(own, supernodeOf, size),
    places: unsigned(own, places, entries),
  };
}
