/** Projective dynamics with an exact global step: [LBOK13], a sparse Cholesky factorisation of A = M/h² + L. */
import { factorise } from '../../../linear/factorise.ts';
import { bindFactor, factorMemory } from '../../../linear/memory.ts';
import { narrow } from '../../../linear/narrow.ts';
import { springPattern, springSymbolic } from '../../../linear/springs.ts';
import { substitute } from '../../../linear/substitute.ts';
import type { Symbolic } from '../../../linear/symbolic.ts';
import type { Model } from '../../../model.ts';
import { call, type MemoryPlan, type Program, repeat } from '../../../program.ts';
import { defineMethod } from '../../method.ts';
import { OUTER } from '../../parameters.ts';
import { localStep, rowMemory } from '../index.ts';
import { local } from '../local.ts';
import { assemble } from './assemble.ts';

interface Analysis {
  readonly symbolic: Symbolic;
  readonly memory: MemoryPlan;
}

/** Ordering and symbolic analysis depend on the model alone and take tens of milliseconds: once a model. */
const analyses = new WeakMap<Model, Analysis>();

function analysisOf(model: Model): Analysis {
  const known = analyses.get(model);
  if (known) return known;
  const pattern = springPattern(model);
  const symbolic = springSymbolic(model, pattern);
  const made = { symbolic, memory: memoryOf(model, symbolic, pattern) };
  analyses.set(model, made);
  return made;
}

const factor = bindFactor('pd');
/** The factor as the solve reads it. */
const solved = { ...factor, panels: 'pdNarrowPanels', reciprocals: 'pdNarrowReciprocals', work: 'pdVectors' };

function memoryOf(
  model: Model,
  symbolic: Symbolic,
  { starts, places }: ReturnType<typeof springPattern>,
): MemoryPlan {
  const { particles, width, springOf } = model;
  const { size, panelStarts, supernodes } = symbolic;
  const constant = { role: 'constant', element: 'u32' } as const;
  const scratch = { role: 'scratch' } as const;
  return {
    ...rowMemory(model),
    ...factorMemory(symbolic, 'pd'),
    pdPlaces: {
      ...constant,
      domain: 'entries',
      length: particles * width,
      initial: springOf.map((spring) => symbolic.places[places[spring]] ?? 0),
    },
    pdDiagonals: {
      ...constant,
      domain: 'particles',
      length: particles,
      initial: Uint32Array.from({ length: particles }, (_, i) => symbolic.places[starts[i]]),
    },
    [solved.panels]: { ...scratch, element: 'real', domain: 'panel', length: panelStarts[supernodes] },
    [solved.reciprocals]: { ...scratch, element: 'real', domain: 'columns', length: size },
    [solved.work]: { ...scratch, element: 'vec4', domain: 'columns', length: size },
  };
}

function prepare(model: Model, inertia: number): Program {
  const { supernodes, panelStarts } = analysisOf(model).symbolic;
  const phase = 'prepare';
  return [
    call(assemble, {
      phase,
      range: [0, model.particles],
      bind: { panels: factor.panels, places: 'pdPlaces', diagonals: 'pdDiagonals' },
      scalars: { width: model.width, numbers: panelStarts[supernodes], inertia },
    }),
    call(factorise, { phase, range: [0, 1], bind: factor, scalars: { supernodes } }),
    call(narrow, {
      phase,
      range: [0, supernodes],
      bind: { ...factor, narrowPanels: solved.panels, narrowReciprocals: solved.reciprocals },
      scalars: {},
    }),
  ];
}

export const cholesky = defineMethod({
  id: 'pd-cholesky',
  aliases: ['PD_CHOLESKY'],
  title: 'Projective dynamics, sparse Cholesky',
  citation: '[LBOK13]',
  parameters: {
    outer: { ...OUTER, default: 10, help: 'Local steps per step, each with an exact global step.' },
  },
  kernels: [assemble, factorise, narrow, local, substitute],
  scratch: (model) => analysisOf(model).memory,
  prepare: ({ model, inertia }) => prepare(model, inertia),
  record: ({ model, values: { outer } }) => {
    const { supernodes } = analysisOf(model).symbolic;
    const solve = call(substitute, { phase: 'global', range: [0, 1], bind: solved, scalars: { supernodes } });
    return { program: [repeat(outer, localStep(model), solve)], correction: 'delta' };
  },
});
