/** The solve of one step as a program: which kernels in which order, on which buffers. */
import { bindFactor } from '../../linear/memory.ts';
import type { Model } from '../../model.ts';
import { type Call, call, type Program, repeat } from '../../program.ts';
import { assembleHessian } from './assemble-hessian.ts';
import { descend } from './descend.ts';
import { factoriseHessian } from './factorise-hessian.ts';
import { HESSIAN, hessianStructure } from './memory.ts';
import { newtonFinish } from './newton-finish.ts';
import { newtonGradient } from './newton-gradient.ts';
import { newtonStart } from './newton-start.ts';
import { solveConjugate } from './solve-conjugate.ts';
import { solveDirect } from './solve-direct.ts';
import { springTensors } from './spring-tensors.ts';

export interface NewtonOptions {
  /** Seconds. */
  readonly h: number;
  /** 1/h², 1/s²; 0 where integration is off, and y is where the particles are. */
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
  const { h, inertia, iterations, tolerance, solver } = options;
  const { particles } = model;
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
      ...(solver === 'direct' ? direct(model, tensors) : conjugate(model, tensors)),
      call(descend, { phase: 'global', range, bind, scalars: { particles, inertia } }),
    ),
    gradient,
    call(newtonFinish, { phase: 'global', range: [0, particles], bind }),
  ];
}

/** Twice: with the true Hessian, then with the corrected one if that was not positive definite. */
const TRIES = 2;

function direct(model: Model, tensors: Call): Program {
  const { supernodes, panelStarts } = hessianStructure(model).symbolic;
  const factor = { ...bindFactor(HESSIAN), status: bind.status };
  const scalars = { particles: model.particles, panelEntries: panelStarts[supernodes] };
  const assemble = call(assembleHessian, {
    phase: 'local',
    range: [0, model.springs],
    bind: {
      ...bind,
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
      bind: { ...factor, b: bind.gradient, x: bind.direction },
      scalars: { supernodes },
    }),
  ];
}

function conjugate({ particles, springs }: Model, tensors: Call): Program {
  const solve = call(solveConjugate, {
    phase: 'global',
    range: [0, springs],
    bind: {
      ...bind,
      residue: 'newtonResidue',
      conditioned: 'newtonConditioned',
      search: 'newtonSearch',
      product: 'newtonProduct',
    },
    scalars: { particles, limit: 3 * particles },
  });
  return [repeat(TRIES, tensors, solve)];
}
