/** Projective dynamics, [PNF18] Alg. 1, [NP17] Alg. 4: Verlet prediction, then local and global steps in turn. */
import type { Model } from '../../model.ts';
import { type Call, call, type MemoryPlan, type Program, repeat } from '../../program.ts';
import { doubleBuffered } from '../double-buffer.ts';
import type { Method, Recording, Setting } from '../method.ts';
import { local } from './local.ts';
import { relax } from './relax.ts';
import { relaxJacobi } from './relax-jacobi.ts';
import { relaxSequential } from './relax-sequential.ts';
import { weigh } from './weigh.ts';

/** One local step per ten sweeps. The papers' experiments take one per sweep (outer n × inner 1). */
const defaults = { outer: 1, inner: 10, omega: 1 } as const;

const everyone = ({ particles }: Model) => [0, particles] as const;

function scratch({ particles, width }: Model): MemoryPlan {
  return {
    rhs: { role: 'scratch', element: 'vec4', domain: 'particles', length: particles },
    weights: { role: 'scratch', element: 'real', domain: 'entries', length: particles * width },
  };
}

function prepare({ model, h, settings: { omega, integrate } }: Setting): Program {
  const inertia = integrate ? 1 / (h * h) : 0;
  return [
    call(weigh, {
      phase: 'prepare',
      range: everyone(model),
      scalars: { width: model.width, inertia, omega },
    }),
  ];
}

const localStep = (model: Model, delta = 'delta'): Call =>
  call(local, { phase: 'local', range: everyone(model), bind: { delta }, scalars: { width: model.width } });

/** Outer × (local step, inner × sweep), the sweep being calls that correct `delta` in place. */
function inPlace({ model, settings: { outer, inner } }: Setting, sweep: Program): Recording {
  return { program: [repeat(outer, localStep(model), repeat(inner, ...sweep))], correction: 'delta' };
}

export const redBlack: Method = {
  id: 'pd-rbgs',
  aliases: ['PD_RBGS'],
  title: 'Projective dynamics, red-black Gauss-Seidel',
  citation: '[PNF18] Alg. 1, [NP17] Alg. 7',
  relaxes: true,
  defaults,
  kernels: [weigh, local, relax],
  scratch,
  prepare,
  record: (setting) => {
    const { colours, width } = setting.model;
    const scalars = { width, keep: 1 - setting.settings.omega };
    return inPlace(
      setting,
      colours.map((range) => call(relax, { phase: 'global', range, scalars })),
    );
  },
};

export const gaussSeidel: Method = {
  id: 'pd-gs',
  aliases: ['PD_GS'],
  title: 'Projective dynamics, sequential Gauss-Seidel',
  citation: '[NP17] Alg. 5',
  relaxes: true,
  defaults,
  kernels: [weigh, local, relaxSequential],
  scratch,
  prepare,
  record: (setting) => {
    const { model } = setting;
    const scalars = { width: model.width, keep: 1 - setting.settings.omega };
    return inPlace(setting, [call(relaxSequential, { phase: 'global', range: everyone(model), scalars })]);
  },
};

export const jacobi: Method = {
  id: 'pd-jacobi',
  aliases: ['PD_JACOBI'],
  title: 'Projective dynamics, Jacobi',
  citation: '[PNF18] Eq. (2), [NP17] Alg. 6',
  relaxes: false,
  defaults,
  kernels: [weigh, local, relaxJacobi],
  scratch,
  prepare,
  record: ({ model, settings: { outer, inner } }) =>
    doubleBuffered(
      outer,
      inner,
      (from) => [localStep(model, from)],
      (from, to) =>
        call(relaxJacobi, {
          phase: 'global',
          range: everyone(model),
          bind: { delta: from, next: to },
          scalars: { width: model.width },
        }),
    ),
};
