import { BLOCK, defineKernel, read, write } from '../kernel.ts';
import wgsl from './sweep-tiles.wgsl?raw';
import { NEAR, RECORD } from './tiles.ts';

/**
 * Several sweeps of `relax` ([NP17] Alg. 7, [PNF18] Eq. (3) and (6)) over a tile without looking at memory in between: from `source`
 * into `delta`, of which only the tile's own particles are written. tiles.ts says what is in `table` and `records`. Half-sweeps
 * before `begin`, a multiple of the number of colours, are left out: they are for more sweeps. A row has at most `longest` entries.
 */
export const sweepTiles = defineKernel({
  name: 'sweepTiles',
  over: 'tiles',
  buffers: {
    source: read('vec4', 'particles'),
    delta: write('vec4', 'particles'),
    rhs: read('vec4', 'particles'),
    weights: read('real', 'entries'),
    table: read('u32', 'tileTable'),
    records: read('uvec2', 'tileRecords'),
  },
  scalars: { keep: 'real', stride: 'u32', colours: 'u32', begin: 'u32', halves: 'u32', longest: 'u32' },
  reference: (args, first, end) => {
    for (let tile = first; tile < end; tile++) sweepOne(args, tile);
  },
  lanes: BLOCK,
  wgsl,
});

/** The same for a world, or a level of one, that is a single tile: in place. */
export const sweepWhole = defineKernel({
  name: 'sweepWhole',
  over: 'tiles',
  buffers: {
    delta: write('vec4', 'particles'),
    rhs: read('vec4', 'particles'),
    weights: read('real', 'entries'),
    table: read('u32', 'tileTable'),
    records: read('uvec2', 'tileRecords'),
  },
  scalars: { keep: 'real', stride: 'u32', colours: 'u32', begin: 'u32', halves: 'u32', longest: 'u32' },
  reference: (args) => sweepOne({ ...args, source: args.delta }, 0),
  lanes: BLOCK,
  wgsl: wgsl.replace('source[', 'delta[').replace('fn sweepTiles', 'fn sweepWhole'),
});

export const TILE_KERNELS = [sweepTiles, sweepWhole] as const;

type Arguments = Parameters<typeof sweepTiles.reference>[0];

function sweepOne(args: Arguments, tile: number): void {
  const { source, delta, rhs, weights, table, records, keep, stride, colours, begin, halves } = args;
  const starts = stride * tile + 1;
  const own = starts + colours + 1;
  const active = own + colours;
  const recordOf = (k: number) => 2 * RECORD * (table[stride * tile] + k);
  const count = table[starts + colours];
  const values = new Float64Array(3 * count);
  for (let k = 0; k < count; k++)
    for (let c = 0; c < 3; c++) values[3 * k + c] = source[4 * records[recordOf(k)] + c];
  for (let half = begin; half < halves; half++) {
    const relaxed = table[active + half];
    const start = table[starts + (relaxed >>> 16)];
    for (let k = start; k < start + (relaxed & 0xffff); k++) {
      const at = recordOf(k);
      const [slot, entry] = records.subarray(at, at + 2);
      const [entries, further] = records.subarray(at + 4, at + 6);
      for (let c = 0; c < 3; c++) {
        let sum = keep * values[3 * k + c] + rhs[4 * slot + c];
        for (let e = 0; e < entries; e++) {
          const pair = e < NEAR ? records[at + 2 + (e >> 1)] : table[further + ((e - NEAR) >> 1)];
          sum += weights[entry + e] * values[3 * ((pair >>> (16 * (e & 1))) & 0xffff) + c];
        }
        values[3 * k + c] = sum;
      }
    }
  }
  for (let colour = 0; colour < colours; colour++) {
    const start = table[starts + colour];
    for (let k = start; k < start + table[own + colour]; k++) {
      const slot = records[recordOf(k)];
      for (let c = 0; c < 3; c++) delta[4 * slot + c] = values[3 * k + c];
      delta[4 * slot + 3] = 0;
    }
  }
}
