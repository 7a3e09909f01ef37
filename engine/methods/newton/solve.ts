/** The solve of one step as a program: which kernels in which order, on which buffers. */

import { elementsOf, hasElements, recordEnergies, recordRises, recordTangents } from '../../forces/exact.ts';
import { bindFactor } from '../../linear/memory.ts';
import type { Model } from '../../model.ts';
import { type Call, call, type Program, repeat, repeatUntil } from '../../program.ts';
import type { Setting } from '../method.ts';
import { addBlocks } from './add-blocks.ts';
import { addPulls } from './add-pulls.ts';
import { assembleCouples } from './assemble-couples.ts';
import { assembleHessian } from './assemble-hessian.ts';
import { descend, HALVINGS } from './descend.ts';
import { factoriseHessian } from './factorise-hessian.ts';
import { hessianOf } from './hessian.ts';
import { HESSIAN } from './memory.ts';
import { newtonFinish } from './newton-finish.ts';
import { newtonGradient, ROUNDING } from './newton-gradient.ts';
import { newtonMeasure } from './newton-measure.ts';
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
  lengths: 'newtonLengths',
  searched: 'newtonSearched',
  ended: 'newtonEnded',
  status: 'newtonStatus',
  energies: 'elementEnergies',
} as const;

export function newtonProgram(
  { model, h, inertia, springs }: Surroundings,
  { iterations, tolerance, linear }: NewtonOptions,
): Program {
  const { particles } = model;
  const { elements, corners, couples } = elementsOf(model);
  const bind = { ...OWN, springs };
  const range = [0, model.springs] as const;
  const scalars = { particles, inertia };
  const tangents = (positive: 0 | 1) =>
    recordTangents(model, { correction: OWN.correction }, { positive, rounding: ROUNDING / tolerance });
  const gradient = [
    call(newtonGradient, { phase: 'local', range, bind, scalars: { ...scalars, tolerance } }),
    // Conjugate gradients meet no negative curvature of elements; a factorisation tries the true Hessian first.
    ...tangents(linear === 'cg' ? 1 : 0),
    ...(corners > 0 ? [call(addPulls, { phase: 'local', range: [0, corners], bind })] : []),
    call(newtonMeasure, { phase: 'local', range: [0, particles], bind, scalars: { tolerance } }),
  ];
  const tensors = [
    call(springTensors, { phase: 'local', range, bind, scalars }),
    ...(couples > 0 ? [call(addBlocks, { phase: 'local', range: [0, couples], bind })] : []),
  ];
  return [
    ...start({ model, h, inertia, springs }),
    repeatUntil(
      OWN.ended,
      iterations,
      ...gradient,
      ...(linear === 'direct' ? direct(model, tensors, tangents(1)) : conjugate(model, tensors)),
      ...search(
        model,
        call(descend, {
          phase: 'global',
          range,
          bind,
          scalars: { ...scalars, elements, tries: elements > 0 ? 1 : HALVINGS + 1 },
        }),
      ),
    ),
    ...gradient,
    call(newtonFinish, { phase: 'global', range: [0, particles], bind }),
  ];
}

function start({ model, h, inertia, springs }: Surroundings): Program {
  const { elements } = elementsOf(model);
  const round = (number: number): Program => [
    call(newtonStart, {
      phase: 'local',
      range: [0, model.springs],
      bind: { ...OWN, springs },
      scalars: { particles: model.particles, h: inertia === 0 ? 0 : h, inertia, elements, round: number },
    }),
    ...(number < 2 ? recordEnergies(model, { correction: OWN.correction }) : []),
  ];
  return [0, 1, 2].flatMap(round);
}

/** The line search: with elements, an attempt at a time. Once more than there are lengths, for a direction that was none. */
function search(model: Model, attempt: Call): Program {
  if (!hasElements(model)) return [attempt];
  const { correction, direction, lengths } = OWN;
  return [
    repeatUntil(
      OWN.searched,
      HALVINGS + 2,
      ...recordRises(model, { correction, direction, lengths }),
      attempt,
    ),
  ];
}

/** Twice: with the true Hessian, then with the corrected one if that was not positive definite. */
const TRIES = 2;

function direct(model: Model, tensors: Program, positive: Program): Program {
  const { symbolic, couplePlaces } = hessianOf(model);
  const { supernodes, panelStarts } = symbolic;
  const factor = { ...bindFactor(HESSIAN), status: OWN.status };
  const scalars = { particles: model.particles, panelEntries: panelStarts[supernodes] };
  const bind = {
    ...OWN,
    panels: factor.panels,
    tensorPlaces: 'newtonTensorPlaces',
    couplePlaces: 'newtonCouplePlaces',
    blockPlaces: 'newtonBlockPlaces',
  };
  const couples = couplePlaces.length / 9;
  const attempt = [
    ...tensors,
    call(assembleHessian, { phase: 'local', range: [0, model.springs], bind, scalars }),
    ...(couples > 0 ? [call(assembleCouples, { phase: 'local', range: [0, couples], bind })] : []),
    call(factoriseHessian, { phase: 'global', range: [0, 1], bind: factor, scalars: { supernodes } }),
  ];
  return [
    ...(couples > 0 ? [...attempt, ...positive, ...attempt] : [repeat(TRIES, ...attempt)]),
    call(solveDirect, {
      phase: 'global',
      range: [0, 1],
      bind: { ...factor, b: OWN.gradient, x: OWN.direction },
      scalars: { supernodes },
    }),
  ];
}

function conjugate(model: Model, tensors: Program): Program {
  const { particles, springs } = model;
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
    scalars: { particles, pairs: elementsOf(model).couples, limit: 3 * particles },
  });
  return [repeat(TRIES, ...tensors, solve)];
}
