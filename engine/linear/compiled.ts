/**
 * `patternOf`, `minimumDegree`, `analyse` and `springAnalysis` in WebAssembly, number for number. They run once a model, and
 * TypeScript that V8 has not seen before takes ten times as long. Where a page may not compile at once, TypeScript does it.
 */
import bytes from 'virtual:selvedge/analysis';
import { type Connections, defineStructure } from '../structure.ts';
import { minimumDegree as orderHere } from './order.ts';
import { checkPairs, type Pattern, type PatternOfPairs, patternOf as patternHere } from './sparse.ts';
import { type SpringAnalysis, springAnalysis as springsHere } from './springs.ts';
import { analyse as analyseHere, checkOrder, type Symbolic, tooLarge } from './symbolic.ts';
import { tileRows, tileStarts } from './tiles.ts';

/** Addresses are bytes of `memory`; lists are of 32-bit integers. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  clear(): void;
  allocate(bytes: number): number;
  patternOf(size: number, pairs: number, count: number): number;
  minimumDegree(size: number, starts: number, rows: number): number;
  analyse(size: number, starts: number, rows: number, order: number): number;
  analyseSprings(particles: number, springs: number, ends: number, idOf: number, slotOf: number): number;
}

/** Bytes that are kept for the next analysis. */
const KEPT = 2 ** 25;

let module: WebAssembly.Module | null | undefined;
let kept: Exports | undefined;

function exportsOf(): Exports | undefined {
  if (module === undefined) {
    try {
      module = new WebAssembly.Module(Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)));
    } catch {
      module = null;
    }
  }
  if (module && !kept) {
    const env = {
      abort: () => {
        throw new Error('the analysis of a matrix failed');
      },
    };
    kept = new WebAssembly.Instance(module, { env }).exports as unknown as Exports;
  }
  return kept;
}

/** Whether it is WebAssembly that does the work here. */
export const isCompiled = (): boolean => exportsOf() !== undefined;

/** What `work` makes with the module, or undefined where there is none. */
function withModule<T>(work: (own: Exports) => T): T | undefined {
  const own = exportsOf();
  if (!own) return undefined;
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

export function patternOf(size: number, pairs: ArrayLike<number>): PatternOfPairs {
  checkPairs(size, pairs);
  const found = withModule((own) => {
    const count = pairs.length / 2;
    const lists = own.patternOf(size, put(own, pairs), count);
    const [starts, rows, places, entries] = unsigned(own, lists, 4);
    const pattern = { size, starts: signed(own, starts, size + 1), rows: signed(own, rows, entries) };
    return { pattern, places: signed(own, places, count) };
  });
  return found ?? patternHere(size, pairs);
}

export function minimumDegree(pattern: Pattern): Int32Array {
  const { size, starts, rows } = pattern;
  const found = withModule((own) =>
    signed(own, own.minimumDegree(size, put(own, starts), put(own, rows)), size),
  );
  return found ?? orderHere(pattern);
}

/** With the order of `minimumDegree` where none is given. */
export function analyse(pattern: Pattern, order?: Int32Array): Symbolic {
  const { size } = pattern;
  if (order) checkOrder(order, size);
  const found = withModule((own) => {
    const [starts, rows] = [put(own, pattern.starts), put(own, pattern.rows)];
    const wanted = order ? put(own, order) : own.minimumDegree(size, starts, rows);
    const lists = own.analyse(size, starts, rows, wanted);
    return lists === 0 ? tooLarge(size) : symbolicAt(own, lists, size, pattern.rows.length);
  });
  return found ?? analyseHere(pattern, { order });
}

export function springAnalysis(model: Connections): SpringAnalysis {
  const { particles, springs, ends, idOf, slotOf } = model;
  const found = withModule((own): SpringAnalysis => {
    const [atEnds, atIds, atSlots] = [put(own, ends), put(own, idOf), put(own, slotOf)];
    const lists = own.analyseSprings(particles, springs, atEnds, atIds, atSlots);
    if (lists === 0) return tooLarge(particles);
    const [inner, diagonals] = unsigned(own, lists, 2);
    const { places, ...symbolic } = symbolicAt(own, inner, particles, springs);
    return { symbolic, springPlaces: places, diagonalPlaces: unsigned(own, diagonals, particles) };
  });
  return found ?? springsHere(model);
}

/** With it, how the solve of x, y and z reads the factor: see tiles.ts. */
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

/** `SymbolicLists` of symbolic.as.ts, with so many places. */
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
