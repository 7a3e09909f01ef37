/**
 * What sweeps over tiles find: a woven cloth, whose rows are longer than four, and one of structural springs, in two tiles that share
 * neighbours and in one. Each tile has more than 1,024 particles, so that every lane has five.
 */
import { cloth } from 'selvedge';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { redBlack } from '../../engine/methods/projective/index.ts';
import { buildModel } from '../../engine/model.ts';
import { call, joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { sweepTiles, sweepWhole } from '../../engine/tiles/sweep-tiles.ts';
import { sweepsOver, tilesOf } from '../../engine/tiles/tiles.ts';
import { buffersOf, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { wovenCloth } from './scenes.ts';
import { seeded } from './seeded.ts';

const structural = cloth({ particles: [34, 32], stiffness: { structural: 1, shear: 0, bend: 0 } });
const model = buildModel([wovenCloth(), structural]);
const colours = model.colours.length;
/** As many as fill a tile of half the particles. */
const SWEEPS = 6;
const places = new Float32Array(3 * model.particles);
for (let id = 0; id < model.particles; id++)
  places.set(model.positions.subarray(3 * id, 3 * id + 3), 3 * model.slotOf[id]);
const swept = { ...model, points: model.particles, places };
const tiles = tilesOf(swept, sweepsOver(colours, SWEEPS), 640)!;
/** There and back, as on coarse levels. */
const back = Array.from({ length: colours }, (_, c) => colours - 1 - c);
const whole = tilesOf(swept, [...back, ...back.toReversed().slice(1)], model.particles)!;
const setting = {
  model,
  h: 1,
  inertia: 40,
  ...SPRINGS_ALONE,
  values: { outer: 1, inner: 1, omega: 1, rho: 0 },
};
const constant = { role: 'constant', element: 'u32' } as const;
const memory = joinPlans(memoryOf(model), redBlack.scratch(setting), {
  swept: { role: 'scratch', element: 'vec4', domain: 'particles', length: model.particles },
  tileTable: { ...constant, domain: 'tileTable', length: tiles.table.length, initial: tiles.table },
  tileRecords: {
    ...constant,
    element: 'uvec2',
    domain: 'tileRecords',
    length: tiles.records.length / 2,
    initial: tiles.records,
  },
  wholeTable: { ...constant, domain: 'tileTable', length: whole.table.length, initial: whole.table },
  wholeRecords: {
    ...constant,
    element: 'uvec2',
    domain: 'tileRecords',
    length: whole.records.length / 2,
    initial: whole.records,
  },
});

const program = [
  call(sweepWhole, {
    phase: 'global',
    range: [0, 1],
    bind: { table: 'wholeTable', records: 'wholeRecords' },
    scalars: { keep: 0, stride: whole.stride, colours, begin: 0, halves: whole.halves, longest: 12 },
  }),
  call(sweepTiles, {
    phase: 'global',
    range: [1, 2], // not the whole range: what lies outside must be left alone
    bind: { source: 'delta', delta: 'swept', table: 'tileTable', records: 'tileRecords' },
    scalars: { keep: -0.5, stride: tiles.stride, colours, begin: 0, halves: tiles.halves, longest: 12 },
  }),
];

/** δ and right-hand sides in (-½, ½); the weights of a row add up to less than 1. */
function world(seed: number) {
  const random = seeded(seed);
  const buffers = buffersOf(memory);
  for (const name of ['delta', 'rhs'])
    for (let k = 0; k < buffers[name].length; k++)
      buffers[name][k] = k % 4 === 3 ? 0 : Math.fround(random() - 0.5);
  const { rowStarts } = model;
  for (let i = 0; i < model.particles; i++)
    for (let e = rowStarts[i]; e < rowStarts[i + 1]; e++)
      buffers.weights[e] = Math.fround(random() / (rowStarts[i + 1] - rowStarts[i]));
  return buffers;
}

export const TILES: Readonly<Record<string, (seed: number) => Sample>> = {
  sweepWhole: (seed) => reach('sweepWhole', program, memory, world(seed)),
  sweepTiles: (seed) => reach('sweepTiles', program.slice(1), memory, world(seed)),
};
