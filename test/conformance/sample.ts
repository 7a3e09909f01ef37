/** Random inputs of a kernel, made from its declaration alone. */

import {
  BLOCK,
  type BufferDeclaration,
  componentsOf,
  type Domain,
  isReal,
  type Kernel,
} from '../../engine/kernel.ts';
import type { MemoryPlan } from '../../engine/program.ts';
import { seeded } from './seeded.ts';
import { STRUCTURED } from './structured.ts';

export interface Sample {
  readonly memory: MemoryPlan;
  readonly buffers: Readonly<Record<string, Float64Array | Uint32Array>>;
  readonly scalars: Readonly<Record<string, number>>;
  readonly range: readonly [first: number, end: number];
}

/** Sizes that are no multiple of a workgroup, a SIMD register or a block, so that every edge is met. */
const PARTICLES = 333;
const SPRINGS = 601;
const sizesWith = ({ rowStarts, cornerStarts }: Starts): Readonly<Record<Domain, number>> => ({
  particles: PARTICLES,
  touches: PARTICLES,
  springs: SPRINGS,
  entries: rowStarts[PARTICLES],
  rows: rowStarts[PARTICLES] + PARTICLES + 1,
  corners: cornerStarts[PARTICLES],
  cornerStarts: PARTICLES + 1,
  particleBlocks: Math.ceil(PARTICLES / BLOCK),
  springBlocks: Math.ceil(SPRINGS / BLOCK),
  one: 1,
});

type Sizes = ReturnType<typeof sizesWith>;

/**
 * Where rows of 4 and of 8 entries begin, and the end; or all of 4, which `relax` has a loop of its own for; or with up to three more, as in
 * the inverse of multigrid's coarsest level, which `relaxJacobi` multiplies by.
 */
function rowStartsOf(kernel: Kernel, seed: number): Uint32Array {
  const random = seeded(seed + 1000);
  const starts = new Uint32Array(PARTICLES + 1);
  const areShort = kernel.name === 'relax' && seed === 2;
  const haveMore = kernel.name === 'relaxJacobi' && seed === 2;
  for (let i = 0; i < PARTICLES; i++)
    starts[i + 1] = starts[i] + (areShort || random() < 0.4 ? 4 : 8) + (haveMore ? i % 4 : 0);
  return starts;
}

/** Rows of adjacent triangles: none, up to 8. */
function cornerStartsOf(seed: number): Uint32Array {
  const random = seeded(seed + 2000);
  const starts = new Uint32Array(PARTICLES + 1);
  for (let i = 0; i < PARTICLES; i++) starts[i + 1] = starts[i] + Math.floor(9 * random());
  return starts;
}

interface Starts {
  readonly rowStarts: Uint32Array;
  readonly cornerStarts: Uint32Array;
}

/** Numbers that a kernel must refuse, in one item of twenty: they take its other path. */
const POISON: Readonly<Record<string, string>> = { predict: 'force', finish: 'delta' };
const POISONS = [Number.NaN, 1e20, -1e20, Number.POSITIVE_INFINITY];

/**
 * Values are rounded to float32 first, so that every backend starts from the same numbers. A kernel whose buffers only
 * mean something together has its sample made elsewhere.
 */
export function sampleOf(kernel: Kernel, seed: number): Sample {
  if (STRUCTURED[kernel.name]) return STRUCTURED[kernel.name](seed);
  const random = seeded(seed);
  const starts = { rowStarts: rowStartsOf(kernel, seed), cornerStarts: cornerStartsOf(seed) };
  const sizes = sizesWith(starts);
  const size = sizes[kernel.over];
  /** Scalars that count or measure a domain; every other scalar is a random number in (0.1, 1). */
  const counts: Readonly<Record<string, number>> = sizes;
  // Not from the start and not to the end, where there is room: neighbours outside the range must exist.
  const range = size > 10 ? ([7, size - 100] as const) : ([0, size] as const);
  const memory: Record<string, MemoryPlan[string]> = {};
  const buffers: Record<string, Float64Array | Uint32Array> = {};
  for (const [name, declaration] of Object.entries(kernel.buffers)) {
    const { element, domain } = declaration;
    memory[name] = { role: 'scratch', element, domain, length: sizes[domain] };
    buffers[name] = isReal(element)
      ? reals(declaration, random, sizes)
      : indices(declaration, random, range, sizes, starts);
    if (POISON[kernel.name] === name) {
      for (let k = 0; k < buffers[name].length; k += 80) {
        buffers[name][k + Math.floor(3 * random())] = POISONS[Math.floor(POISONS.length * random())];
      }
    }
  }
  if (buffers.neighbours && buffers.x && buffers.delta) coincide(buffers as never, range, starts);
  const scalars: Record<string, number> = {};
  for (const [name, type] of Object.entries(kernel.scalars)) {
    const count = type === 'u32' ? (counts[name] ?? countOf(kernel)) : undefined;
    scalars[name] = count ?? Math.fround(0.1 + 0.9 * random());
  }
  return { memory, buffers, scalars, range };
}

/** Puts some particles of the range where a neighbour is: springs without a direction, seen from either end. */
function coincide(
  { x, delta, neighbours }: Record<'x' | 'delta' | 'neighbours', Float64Array>,
  range: readonly [number, number],
  { rowStarts }: Starts,
) {
  for (let i = range[0]; i < range[1]; i += 9) {
    const j = neighbours[rowStarts[i] + (i % (rowStarts[i + 1] - rowStarts[i]))];
    for (const buffer of [x, delta]) buffer.copyWithin(4 * i, 4 * j, 4 * j + 3);
  }
}

/** `count` is the number of members behind the blocks. */
const countOf = (kernel: Kernel): number => (kernel.over === 'springBlocks' ? SPRINGS : PARTICLES);

/** Between 0.1 and 1.1; one constant in ten is 0, as the inverse mass of a pin or the stiffness of a torn spring. */
function reals(
  { element, domain, access }: BufferDeclaration,
  random: () => number,
  sizes: Sizes,
): Float64Array {
  const isConstant = access === 'read' && (domain === 'springs' || domain === 'particles');
  return Float64Array.from({ length: componentsOf[element] * sizes[domain] }, () =>
    isConstant && random() < 0.1 ? 0 : Math.fround(random() + 0.1),
  );
}

function indices(
  declaration: BufferDeclaration,
  random: () => number,
  range: readonly [number, number],
  sizes: Sizes,
  { rowStarts, cornerStarts }: Starts,
): Uint32Array {
  const { domain, element, indexes, outsideRange } = declaration;
  const below = sizes[indexes ?? 'one'];
  if (domain === 'cornerStarts') return cornerStarts;
  let owner = 0;
  const pick = (k: number): number => {
    if (domain === 'rows') {
      // Behind the entries where rows begin.
      if (k >= sizes.entries) return rowStarts[k - sizes.entries];
      while (k >= rowStarts[owner + 1]) owner++;
      // One entry in ten is empty: it names its owner.
      if (random() < 0.1) return owner;
    }
    const found = Math.floor(random() * below);
    const inside = found >= range[0] && found < range[1];
    return outsideRange && inside ? (found % 2 ? found % range[0] : below - 1 - (found % 99)) : found;
  };
  return Uint32Array.from({ length: componentsOf[element] * sizes[domain] }, (_, k) => pick(k));
}
