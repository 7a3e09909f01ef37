/** The conformance test can fail: change one term of a kernel, chosen by a seed, and it does, in both languages. */

import { type Backend, wasm } from 'selvedge';
import { describe, test } from 'vitest';
import { openWebGpu } from '#gpu';
import { supportsOnWasm } from '../../engine/backends/wasm.ts';
import { KERNELS } from '../../engine/kernels.ts';
import { compileKernels } from '../../scripts/plugin.js';
import { discrepancies } from './compare.ts';
import { seeded } from './seeded.ts';

const SEEDS = [1, 2, 3];
/** Between them they take every path of every kernel. */
const SAMPLES = [1, 2];

/** Arithmetic in the kernel's own function: not loop bounds, not addresses. */
const SITES: readonly [RegExp, string][] = [
  [/(?<=f32x4|f64x2|i32x4)\.add\(/, '.sub('],
  [/(?<=f32x4|f64x2)\.sub\(/, '.add('],
  [/(?<=f32x4|f64x2)\.mul\(/, '.add('],
  [/f32x4\.demote_f64x2_zero\(/, 'f32x4.abs('],
  [/(?<=\w )\+=(?= )/, '-='],
  [/(?<=\w )-=(?= )/, '+='],
  [/(?<=, )-(?=value\);)/, ''],
];
const WGSL_SITES: readonly [RegExp, string][] = [
  [/(?<=\s)\+=(?=\s)/, '-='],
  [/(?<=\s)-=(?=\s)/, '+='],
  [/(?<=[\w)\]] )\+(?= [\w(])/, '-'],
  [/(?<=[\w)\]] )-(?= [\w(])/, '+'],
];

/** Changes one site, chosen by the seed among all lines of arithmetic; says what it did. */
function mutate(
  text: string,
  sites: readonly [RegExp, string][],
  seed: number,
): { text: string; change: string } {
  const lines = text.split('\n');
  const found = lines.flatMap((line, k) =>
    /for \(|import |\/\/|^\s*\*|block \+ 1|lt_u\(|count \+=|starts \+=|params\.(?:entries|tables|pairs)\b|[+-]= \d{2,}[;,)]/.test(
      line,
    )
      ? []
      : sites.filter(([site]) => site.test(line)).map(([site, by]) => ({ k, site, by })),
  );
  if (found.length === 0) throw new Error('nothing to change');
  const { k, site, by } = found[Math.floor(seeded(seed)() * found.length)];
  const before = lines[k];
  lines[k] = before.replace(site, by);
  return { text: lines.join('\n'), change: `${before.trim()}  ->  ${lines[k].trim()}` };
}

/** Kernels whose arithmetic is in a file of its own, for them or shared. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  factorise: 'panel',
  blockSweeps: 'block-relax',
};

/** The file of a kernel's arithmetic: `springSums` -> `spring-sums`. */
const arithmeticOf = (name: string) =>
  ELSEWHERE[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function expectCaught(
  backend: Backend,
  kernel: (typeof KERNELS)[number],
  mutant: typeof kernel,
  change: string,
) {
  const found = await discrepancies(backend, kernel, SAMPLES, mutant);
  if (found.some(({ worst }) => worst > 1)) return;
  throw new Error(`${kernel.name} survived: ${change}`);
}

/** What has no arithmetic of its own has no term to change; the comparison itself sees a wrong copy. */
const COPIES = [
  'restart',
  'takeVelocity',
  'factoriseHessian',
  'solveDirect',
  'newtonFinish',
  'bin',
  'enter',
  'setOut',
  'countNear',
  'listNear',
  'countContacts',
  'scatter',
  'countAtBalls',
  'listAtBalls',
  'spread',
  'localReached',
  'holes',
  'rims',
  'openSeams',
  'partParticles',
  'partQuads',
  'unpin',
  'noteTears',
  'patches',
  'hit',
  'outdate',
  'precondition',
  'blockEnter',
  'blockLeave',
  'blockShow',
  'blockBring',
  // Theirs is that of `predict`, `finish` and `blockAdvance`.
  'blockPredict',
  'blockFinish',
  'blockGive',
  'blockWeigh',
  'blockRests',
  'blockStencil',
  'blockDown',
  'blockUp',
  'blockFromRows',
  'blockResiduals',
];
const CALCULATING = KERNELS.filter(({ name }) => !COPIES.includes(name));

describe.each(SEEDS)('seed %i', (seed) => {
  test('AssemblyScript: a changed term in each kernel is seen', async () => {
    const changes = new Map<string, string>();
    const { plain } = await compileKernels({
      optimise: '-O1',
      withThreads: false,
      mutate: (file: string, text: string) => {
        const kernel = CALCULATING.find(({ name }) => file.endsWith(`/${arithmeticOf(name)}.as.ts`));
        if (!kernel) return text;
        const mutated = mutate(text, SITES, seed);
        changes.set(kernel.name, mutated.change);
        return mutated.text;
      },
    });
    const backend = wasm({ threads: 1, module: Buffer.from(plain, 'base64') });
    for (const kernel of CALCULATING) {
      if (!supportsOnWasm(kernel)) continue;
      if (!changes.has(kernel.name)) throw new Error(`${kernel.name} was not changed`);
      await expectCaught(backend, kernel, kernel, changes.get(kernel.name)!);
    }
  });

  test('WGSL: a changed term in each kernel is seen', async () => {
    const backend = await openWebGpu();
    for (const kernel of CALCULATING) {
      if (kernel.wgsl === undefined) continue;
      // Only the kernel's own function: what it shares with others stands before it.
      const at = kernel.wgsl.indexOf(`fn ${kernel.name}(`);
      const { text, change } = mutate(kernel.wgsl.slice(at), WGSL_SITES, seed);
      await expectCaught(backend, kernel, { ...kernel, wgsl: kernel.wgsl.slice(0, at) + text }, change);
    }
    backend.dispose();
  });
});
