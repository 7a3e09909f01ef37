/** Loops and conditions inside each other: on every backend what the reference does, whatever ends or is left out. */
import { reference } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { sumBins } from '../../engine/contact/cells/sum-bins.ts';
import { defineKernel, read, write } from '../../engine/kernel.ts';
import { finish } from '../../engine/motion/finish.ts';
import {
  call,
  type MemoryPlan,
  type Program,
  repeat,
  repeatUntil,
  when,
  whenUseful,
} from '../../engine/program.ts';
import { tear } from '../../engine/tearing/tear.ts';
import { FAST_BACKENDS } from './backends.ts';

const PARTICLES = 200;
const vectors = { role: 'state', element: 'vec4', domain: 'particles', length: PARTICLES } as const;
const FLAGS = ['a', 'b', 'done', 'over'] as const;
const ADDENDS = { ones: 1, tens: 10, hundreds: 100 } as const;
const filled = (value: number) => Float64Array.from({ length: 4 * PARTICLES }, () => value);

const memory: MemoryPlan = {
  x: vectors,
  v: vectors,
  ...Object.fromEntries(
    Object.entries(ADDENDS).map(([name, value]) => [name, { ...vectors, initial: filled(value) }]),
  ),
  ...Object.fromEntries(
    FLAGS.map((name) => [name, { role: 'state', element: 'u32', domain: 'binBlocks', length: 1 }]),
  ),
  set: { role: 'constant', element: 'u32', domain: 'bins', length: 256, initial: [1] },
  cleared: { role: 'constant', element: 'u32', domain: 'bins', length: 256 },
  // A spring from particle 0, which moves, to one that stays where it is, as long as this many: it sets `torn` once it is longer.
  ends: { role: 'constant', element: 'uvec2', domain: 'springs', length: 1, initial: [0, PARTICLES - 1] },
  strengths: { role: 'constant', element: 'real', domain: 'springs', length: 1, initial: [1] },
  springs: { role: 'state', element: 'vec2', domain: 'springs', length: 1 },
  torn: { role: 'state', element: 'u32', domain: 'one', length: 1 },
};

/** Adds to x of all particles but the last. */
const add = (delta: keyof typeof ADDENDS) =>
  call(finish, {
    phase: 'finish',
    range: [0, PARTICLES - 1],
    bind: { delta },
    scalars: { h: 0, rate: 0 },
  });
const put = (flag: (typeof FLAGS)[number], counts: 'set' | 'cleared') =>
  call(sumBins, { phase: 'contact', range: [0, 1], bind: { counts, binSums: flag }, scalars: {} });
const measure = call(tear, { phase: 'tear', range: [0, 1], scalars: {} });

interface Case {
  readonly title: string;
  readonly program: Program;
  /** Flags that are set at first, and the x in which √3 times it is as long as the spring. */
  readonly set?: readonly (typeof FLAGS)[number][];
  readonly longest?: number;
  /** What is in x in the end, after the first run and after the second. */
  readonly sums: readonly [number, number];
}

const CASES: readonly Case[] = [
  {
    title: 'a condition in a condition: both hold, and both are used up',
    program: [when('a', add('ones'), when('b', add('tens')), add('ones')), add('hundreds')],
    set: ['a', 'b'],
    sums: [112, 212],
  },
  {
    title: 'a condition in one that does not hold: left out, and kept for when that does',
    program: [when('a', add('ones'), when('b', add('tens'))), add('hundreds'), put('a', 'set')],
    set: ['b'],
    sums: [100, 211],
  },
  {
    title: 'a condition that begins another, nothing before it',
    program: [when('a', when('b', add('ones'))), when('b', add('tens')), add('hundreds')],
    set: ['a', 'b'],
    sums: [101, 201],
  },
  {
    title: 'a condition that its own body sets again',
    program: [repeat(3, when('a', add('ones'), put('a', 'set'))), add('hundreds')],
    set: ['a'],
    sums: [103, 206],
  },
  {
    title: 'a condition right before what sets it',
    program: [repeat(4, when('a', add('ones')), put('a', 'set'))],
    sums: [3, 7],
  },
  {
    title: 'a loop that ends in the middle of its body runs the rest of it',
    program: [repeatUntil('done', 5, add('ones'), put('done', 'set'), add('tens')), add('hundreds')],
    sums: [111, 211],
  },
  {
    title: 'a condition in a loop that ends',
    program: [
      repeatUntil('torn', 10, add('ones'), when('a', add('tens')), put('a', 'set'), measure),
      add('hundreds'),
    ],
    // 1, 12, 23, 34: over 30 after the fourth time; then `a` is left set.
    longest: 30,
    sums: [134, 234],
  },
  {
    title: 'a condition in a loop that has ended is not used up',
    program: [repeatUntil('done', 3, when('a', add('ones'))), when('a', add('tens')), add('hundreds')],
    set: ['done', 'a'],
    sums: [110, 210],
  },
  {
    title: 'a loop that ends in another that ends',
    program: [
      repeatUntil(
        'torn',
        4,
        put('over', 'cleared'),
        repeatUntil('over', 3, add('ones'), put('over', 'set')),
        add('tens'),
        measure,
      ),
      add('hundreds'),
    ],
    // 11, 22, 33.
    longest: 30,
    sums: [133, 233],
  },
  {
    title: 'a loop that ends in a condition, in a loop that ends',
    program: [
      repeatUntil(
        'done',
        4,
        when('a', repeat(2, repeatUntil('torn', 3, add('ones'), measure)), put('done', 'set')),
        add('tens'),
        put('a', 'set'),
      ),
      add('hundreds'),
    ],
    // The condition holds from the second time on: 10, then one by one to 14, which is too long.
    longest: 13.5,
    sums: [124, 224],
  },
  {
    title: 'what need not run in a loop that ends',
    program: [repeatUntil('done', 3, add('ones'), whenUseful('b', put('done', 'set')), put('b', 'set'))],
    set: ['b'],
    sums: [1, 1],
  },
];

const BACKENDS = [{ name: 'reference', open: async () => reference() }, ...FAST_BACKENDS];

describe.each(BACKENDS)('$name', ({ open }) => {
  it.each(CASES)('$title', async ({ program, set = [], longest = 1e6, sums }) => {
    const backend = await open();
    const machine = await backend.open(memory);
    machine.write('springs', [longest * Math.sqrt(3), 1]);
    for (const flag of set) machine.write(flag, [1]);
    machine.load('nested', program);
    const found: number[] = [];
    for (let run = 0; run < 2; run++) {
      machine.run('nested');
      const [x] = await machine.read('x');
      found.push(x[0]);
      expect([x[4 * (PARTICLES - 2)], x[4 * (PARTICLES - 1)]]).toEqual([x[0], 0]);
    }
    expect(found).toEqual(sums);
    machine.dispose();
    backend.dispose();
  });
});

describe('buffers of a kernel', () => {
  const declared = (count: number, wgsl?: string) =>
    defineKernel({
      name: 'joined',
      over: 'one',
      buffers: Object.fromEntries(
        Array.from({ length: count }, (_, k) => [
          `b${k}`,
          k === 0 ? write('u32', 'one') : read('u32', 'one'),
        ]),
      ),
      scalars: {},
      reference: (buffers, first, end) => {
        for (let i = first; i < end; i++)
          for (let k = 1; k < count; k++)
            buffers.b0[i] += (buffers as Record<string, Uint32Array>)[`b${k}`][i];
      },
      wgsl,
    });

  it('are eight at most where it has WGSL', () => {
    expect(() => declared(9, 'fn joined(i: u32) {}')).toThrow('kernel joined has 9 buffers: WGSL may bind 8');
    expect(() => declared(9)).not.toThrow();
  });

  it('are eight in loops that end, too', async () => {
    const names = Array.from({ length: 8 }, (_, k) => `b${k}`);
    const word = { role: 'state', element: 'u32', domain: 'one', length: 1 } as const;
    const kernel = declared(8, `fn joined(i: u32) { b0[i] += ${names.slice(1).join('[i] + ')}[i]; }`);
    const counts = { role: 'constant', element: 'u32', domain: 'bins', length: 256, initial: [1] } as const;
    const plan: MemoryPlan = {
      ...Object.fromEntries(names.map((name, k) => [name, { ...word, initial: [k] }])),
      done: { ...word, domain: 'binBlocks' },
      set: counts,
    };
    const joined = call(kernel, { phase: 'finish', range: [0, 1], scalars: {} });
    for (const { name, open } of BACKENDS) {
      if (name.startsWith('wasm')) continue; // it runs what was compiled
      const backend = await open();
      const machine = await backend.open(plan);
      machine.load('sums', [joined, repeatUntil('done', 3, joined, put('done', 'set'))]);
      machine.run('sums');
      expect((await machine.read('b0'))[0][0], name).toBe(2 * 28);
      machine.dispose();
      backend.dispose();
    }
  });
});
