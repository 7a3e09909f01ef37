import { foursAt, gathered, isNothing, rowOfFours, SPRINGS } from './grid.as';

@unmanaged
export class BlockRests {
  blockEntries: usize;
  springOf: usize;
  springs: usize;
  blockKinds: usize;
  blockLengths: usize;
  blockPlain: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function blockRests(a: BlockRests, first: u32, end: u32): void {
  for (let colour: u32 = 0; colour < 2; colour++) {
    const start = foursAt(a.columns, a.rows, colour, 2 * first);
    const stop = start + <usize>(end - first) * 2 * rowOfFours(a.columns);
    for (let at = start; at < stop; at += 16)
      v128.store(a.blockLengths + at, restsOf(a, v128.load(a.blockEntries + at)));
  }
  for (let pair = first; pair < end; pair++)
    store<u32>(a.blockPlain + ((<usize>pair) << 2), isPlain(a, pair) ? 1 : 0);
}

function isPlain(a: BlockRests, pair: u32): bool {
  const o = foursAt(a.columns, a.rows, 0, 2 * pair);
  const along = v128.load32_splat(a.blockLengths + o);
  const down = v128.load32_splat(a.blockLengths + o, 48);
  const isLong = f32x4.extract_lane(along, 0) > 0;
  const kinds = a.blockKinds + ((<usize>pair) << 3);
  if (load<u32>(kinds) == SPRINGS || load<u32>(kinds, 4) == SPRINGS || !isLong) return false;
  for (let colour: u32 = 0; colour < 2; colour++) {
    let at = foursAt(a.columns, a.rows, colour, 2 * pair);
    for (const stop = at + 2 * rowOfFours(a.columns); at < stop; at += 64) {
      const others = v128.or(differing(a, at, along), differing(a, at + 16, along));
      if (v128.any_true(v128.or(others, differing(a, at + 48, down)))) return false;
    }
  }
  return true;
}

/** Where there are springs, and not of this length; or of none. */
function differing(a: BlockRests, at: usize, length: v128): v128 {
  const differs = f32x4.ne(v128.load(a.blockLengths + at), length);
  const isNone = f32x4.eq(length, f32x4.splat(0));
  return v128.andnot(v128.or(differs, isNone), isNothing(v128.load(a.blockEntries + at)));
}

/** The rest lengths of four entries; 0 where there is none, for which entry 0 is looked at. */
function restsOf(a: BlockRests, entries: v128): v128 {
  const none = isNothing(entries);
  const at = i32x4.shl(v128.andnot(entries, none), 2);
  const lengths = gathered(
    springOf(a, i32x4.extract_lane(at, 0)),
    springOf(a, i32x4.extract_lane(at, 1)),
    springOf(a, i32x4.extract_lane(at, 2)),
    springOf(a, i32x4.extract_lane(at, 3)),
  );
  return v128.andnot(lengths, none);
}

/** Where the spring of an entry is, so many bytes after the first. */
function springOf(a: BlockRests, entry: usize): usize {
  return a.springs + ((<usize>load<u32>(a.springOf + entry)) << 3);
}
