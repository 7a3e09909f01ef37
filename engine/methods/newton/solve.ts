/** The solve of one step as a program: which kernels in which order, on which buffers. */
import { bindFactor } from '../../linear/memory.ts';
import type { Model } from '../../model.ts';
import { type Call, call, type Program, repeat } from '../../program.ts';
import type { Setting } from '../method.ts';
import { assembleHessian } from './assemble-hessian.ts';
import { descend } from './descend.ts';
import { factoriseHessian } from './factorise-hessian.ts';
import { hessianOf } from './hessian.ts';
import { HESSIAN } from './memory.ts';
import { newtonFinish } from './newton-finish.ts';
import { newtonGradient } from './newton-gradient.ts';
import { newtonStart } from './newton-start.ts';
import { solveConjugate } from './solve-conjugate.ts';
import { solveDirect } from './solve-direct.ts';
import { springTensors } from './spring-tensors.ts';

export interface NewtonOptions {
  /** Newton steps at most. */
  readonly iterations: number;
  /** See newton-gradient.ts. */
  readonly tolerance: number;
  readonly linear: 'direct' | 'cg';
}

type Surroundings = Pick<Setting, 'model' | 'h' | 'inertia' | 'springs'>;

/** The kernels' names for the method's buffers. */
const OWN = {
  correction: 'newtonCorrection',
  gradient: 'newtonGradient',
  direction: 'newtonDirection',
  scales: 'newtonScales',
  diagonal: 'newtonDiagonal',
  blocks: 'newtonBlocks',
  tensors: 'newtonTensors',
  status: 'newtonStatus',
} as const;

export function newtonProgram(
  { model, h, inertia, springs }: Surroundings,
  { iterations, tolerance, linear }: NewtonOptions,
): Program {
  const { particles } = model;
  const bind = { ...OWN, springs };
  const range = [0, model.springs] as const;
  const gradient = call(newtonGradient, {
    phase: 'local',
    range,
    bind,
    scalars: { particles, inertia, tolerance },
  });
  const tensors = call(springTensors, { phase: 'local', range, bind, scalars: { particles, inertia } });
  return [
    call(newtonStart, {
      phase: 'local',
      range,
      bind,
      scalars: { particles, h: inertia === 0 ? 0 : h, inertia },
    }),
    repeat(
      iterations,
      gradient,
      ...(linear === 'direct' ? direct(model, tensors) : conjugate(model, tensors)),
      call(descend, { phase: 'global', range, bind, scalars: { particles, inertia } }),
    ),
    gradient,
    call(newtonFinish, { phase: 'global', range: [0, particles], bind }),
  ];
}

/** Twice: with the true Hessian, then with the corrected one if that was not positive definite. */
const TRIES = 2;

function direct(model: Model, tensors: Call): Program {
  const { supernodes, panelStarts } = hessianOf(model).symbolic;
  const factor = { ...bindFactor(HESSIAN), status: OWN.status };
  const scalars = { particles: model.particles, panelEntries: panelStarts[supernodes] };
  const assemble = call(assembleHessian, {
    phase: 'local',
    range: [0, model.springs],
    bind: {
      ...OWN,
      panels: factor.panels,
      tensorPlaces: 'newtonTensorPlaces',
      blockPlaces: 'newtonBlockPlaces',
    },
    scalars,
  });
  return [
    repeat(
      TRIES,
      tensors,
      assemble,
      call(factoriseHessian, { phase: 'global', range: [0, 1], bind: factor, scalars: { supernodes } }),
    ),
    call(solveDirect, {
      phase: 'global',
      range: [0, 1],
      bind: { ...factor, b: OWN.gradient, x: OWN.direction },
      scalars: { supernodes },
    }),
  ];
}

function conjugate({ particles, springs }: Model, tensors: Call): Program {
  const solve = call(solveConjugate, {
    phase: 'global',
    range: [0, springs],
    bind: {
      ...OWN,
      residue: 'newtonResidue',
      conditioned: 'newtonConditioned',
      search: 'newtonSearch',
      product: 'newtonProduct',
    },
    scalars: { particles, limit: 3 * particles },
  });
  return [repeat(TRIES, tensors, solve)];
}
