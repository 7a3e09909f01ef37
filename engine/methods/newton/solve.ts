/** The solve of one step as a program: which kernels in which order, on which buffers. */
import type { Model } from '../../model.ts';
import { type Call, call, type Program, repeat } from '../../program.ts';
import { descend } from './descend.ts';
import { newtonFinish } from './newton-finish.ts';
import { newtonGradient } from './newton-gradient.ts';
import { newtonStart } from './newton-start.ts';
import { solveConjugate } from './solve-conjugate.ts';
import { springTensors } from './spring-tensors.ts';

export interface NewtonOptions {
  /** 1/h², 1/s²; 0 drops the inertia. */
  readonly inertia: number;
  /** Newton steps at most. */
  readonly iterations: number;
  /** See newton-gradient.ts. */
  readonly tolerance: number;
  readonly solver: 'direct' | 'cg';
}

/** The kernels' names for the method's buffers. */
const bind = {
  correction: 'newtonCorrection',
  gradient: 'newtonGradient',
  direction: 'newtonDirection',
  scales: 'newtonScales',
  diagonal: 'newtonDiagonal',
  blocks: 'newtonBlocks',
  tensors: 'newtonTensors',
  status: 'newtonStatus',
} as const;

export function newtonProgram(model: Model, options: NewtonOptions): Program {
  const { inertia, iterations, tolerance } = options;
  const { particles } = model;
  const everyone = [0, particles] as const;
  const everySpring = [0, model.springs] as const;
  const gradient = call(newtonGradient, {
    phase: 'local',
    range: everySpring,
    bind,
    scalars: { particles, inertia, tolerance },
  });
  return [
    call(newtonStart, { phase: 'local', range: everyone, bind }),
    repeat(
      iterations,
      gradient,
      // With the true Hessian; again with the corrected one where that is not positive definite.
      repeat(
        2,
        call(springTensors, { phase: 'local', range: everySpring, bind, scalars: { particles, inertia } }),
        ...direction(model, options),
      ),
      call(descend, { phase: 'global', range: everySpring, bind, scalars: { particles, inertia } }),
    ),
    gradient,
    call(newtonFinish, { phase: 'global', range: everyone, bind }),
  ];
}

function direction(model: Model, { solver }: NewtonOptions): Call[] {
  return [conjugate(model)];
}

function conjugate(model: Model): Call {
  return call(solveConjugate, {
    phase: 'global',
    range: [0, model.springs],
    bind: {
      ...bind,
      residue: 'newtonResidue',
      conditioned: 'newtonConditioned',
      search: 'newtonSearch',
      product: 'newtonProduct',
    },
    scalars: { particles: model.particles, limit: 3 * model.particles },
  });
}
