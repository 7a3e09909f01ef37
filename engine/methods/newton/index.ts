/** The exact step of implicit Euler, [LBOK13] Eq. (8), by Newton's method with a line search. */
import { EXACT_KERNELS } from '../../forces/exact.ts';
import { FORCES } from '../../forces/index.ts';
import { joinPlans } from '../../program.ts';
import { defineMethod } from '../method.ts';
import { ITERATIONS, TOLERANCE } from '../parameters.ts';
import { redBlack } from '../projective/index.ts';
import { addBlocks } from './add-blocks.ts';
import { addPulls } from './add-pulls.ts';
import { assembleCouples } from './assemble-couples.ts';
import { assembleHessian } from './assemble-hessian.ts';
import { descend } from './descend.ts';
import { factoriseHessian } from './factorise-hessian.ts';
import { HESSIAN_STRUCTURE } from './hessian.ts';
import { conjugateMemory, directMemory, newtonMemory } from './memory.ts';
import { newtonFinish } from './newton-finish.ts';
import { newtonGradient } from './newton-gradient.ts';
import { newtonMeasure } from './newton-measure.ts';
import { newtonStart } from './newton-start.ts';
import { newtonProgram } from './solve.ts';
import { solveConjugate } from './solve-conjugate.ts';
import { solveDirect } from './solve-direct.ts';
import { springTensors } from './spring-tensors.ts';
import { REPORT } from './status.ts';

/** An iteration of projective dynamics before Newton: a local step and ten sweeps. */
const warmupOf = (outer: number) => ({ outer, inner: 10, omega: 1, rho: 0 });

/** Particles of a cloth up to which a step, of some ten factorisations, takes well under a second. */
const REAL_TIME = 5000;

export const newton = defineMethod({
  id: 'newton',
  aliases: [],
  title: 'Newton, exact implicit Euler',
  citation: '[LBOK13] Eq. (8), Sec. 5',
  when: 'When the step must be exact: references, tests, offline. It takes as long as it takes.',
  isExact: true,
  takes: { forces: FORCES.map(({ id }) => id), constraints: [] },
  conservesMomentum: 'always',
  parameters: {
    iterations: { ...ITERATIONS, default: 100 },
    tolerance: { ...TOLERANCE, default: 1e-10 },
    linear: {
      choices: ['direct', 'cg'],
      default: 'direct',
      label: 'Linear',
      help: 'How a linear system is solved: directly (Cholesky), or by conjugate gradients, which need far less memory.',
    },
    warmup: {
      min: 0,
      max: 100_000,
      integer: true,
      none: 0,
      default: 0,
      label: 'PD first',
      help: 'Iterations of projective dynamics (a local step and ten red-black sweeps each) before Newton begins.',
    },
  },
  advice: (_, { particles }) =>
    particles > REAL_TIME
      ? `newton is exact, not fast: with ${particles} particles a step may take a second or more`
      : undefined,
  report: () => ({ buffer: 'newtonStatus', labels: REPORT }),
  kernels: [
    ...redBlack.kernels,
    newtonStart,
    ...EXACT_KERNELS,
    newtonGradient,
    addPulls,
    newtonMeasure,
    springTensors,
    addBlocks,
    assembleHessian,
    assembleCouples,
    factoriseHessian,
    solveDirect,
    solveConjugate,
    descend,
    newtonFinish,
  ],
  structures: ({ values: { linear } }) => (linear === 'direct' ? [HESSIAN_STRUCTURE] : []),
  scratch: (setting) => {
    const { model } = setting;
    const { linear, warmup } = setting.values;
    return joinPlans(
      newtonMemory(model),
      linear === 'direct' ? directMemory(model) : conjugateMemory(model),
      warmup > 0 ? redBlack.scratch({ ...setting, values: warmupOf(warmup) }) : {},
    );
  },
  prepare: (setting) => {
    const { warmup } = setting.values;
    return warmup > 0 ? redBlack.prepare({ ...setting, values: warmupOf(warmup) }) : [];
  },
  record: (setting) => {
    const { values } = setting;
    const { warmup } = values;
    const first = warmup > 0 ? redBlack.record({ ...setting, values: warmupOf(warmup) }).program : [];
    return {
      program: [...first, ...newtonProgram(setting, values)],
      correction: 'delta',
    };
  },
});
