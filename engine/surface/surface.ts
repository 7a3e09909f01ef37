/** The drawn surface of a model: normals and, where springs tear, the remaining triangles. */
import { VERSIONS } from '../body/splittable.ts';
import { ofPart } from '../memory.ts';
import { type Model, translated } from '../model.ts';
import { call, type MemoryPlan, type Phase, type Program } from '../program.ts';
import { canSplit } from '../tearing/split/plan.ts';
import { edgesOf } from './edges.ts';
import { holes } from './holes.ts';
import { normals } from './normals.ts';
import { patches } from './patches.ts';
import { rims } from './rims.ts';

const phase = 'surface';

export function surfaceProgram({ particles }: Model): Program {
  return [call(normals, { phase, range: [0, particles] })];
}

/** The same of a surface with holes. */
export function tornSurfaceProgram(model: Model): Program {
  const { particles, triangles } = model;
  if (triangles.length === 0) return surfaceProgram(model);
  return [
    ...recordLeft(model, phase),
    call(normals, { phase, range: [0, particles], bind: { corners: 'remaining' } }),
  ];
}

/** Finds the remaining triangles and the rows of their particles: `index` and `remaining`. */
export function recordLeft(model: Model, phase: Phase): Program {
  const { particles, triangles, bodies } = model;
  const left = canSplit(model)
    ? bodies
        .filter(({ triangles: [first, end] }) => end > first)
        .map(({ triangles: range, splits, springs: [first, end] }) =>
          call(patches, { phase, range, scalars: { stride: splits ? (end - first) / VERSIONS : 0 } }),
        )
    : [call(holes, { phase, range: [0, triangles.length / 3] })];
  return [...left, call(rims, { phase, range: [0, particles] })];
}

/** What a particle's triangles are, by its neighbours there: for normals, and for the wind. */
export const cornerMemory = ({ corners, cornerStarts }: Model): MemoryPlan =>
  ofPart('surface', {
    corners: {
      role: 'constant',
      element: 'uvec2',
      domain: 'corners',
      length: Math.max(1, corners.length / 2),
      initial: corners,
    },
    cornerStarts: {
      role: 'constant',
      element: 'u32',
      domain: 'cornerStarts',
      length: cornerStarts.length,
      initial: cornerStarts,
    },
  });

/** The buffers of worlds that are drawn. */
export const surfaceMemory = (model: Model): MemoryPlan => ({
  ...cornerMemory(model),
  normal: {
    ...{ role: 'scratch', part: 'surface', element: 'vec4', domain: 'particles' },
    length: model.particles,
  },
});

const torn = new WeakMap<Model, MemoryPlan>();

/** The buffers that only a surface with holes needs besides: where one is drawn, or wind blows on it. */
export function tornSurfaceMemory(model: Model): MemoryPlan {
  const known = torn.get(model);
  if (known) return known;
  const made = tornPlanOf(model);
  torn.set(model, made);
  return made;
}

function tornPlanOf(model: Model): MemoryPlan {
  const { triangles, corners, cornerTriangles, slotOf } = model;
  const triangleSprings = edgesOf(model);
  const words = { role: 'constant', element: 'u32' } as const;
  const index = { domain: 'triangleCorners', length: triangles.length } as const;
  return ofPart('surface', {
    ...cornerMemory(model),
    triangleCorners: { ...words, ...index, initial: translated(triangles, slotOf) },
    triangleSprings: {
      ...words,
      domain: 'triangleSprings',
      length: triangleSprings.length,
      initial: triangleSprings,
    },
    cornerTriangles: {
      ...words,
      domain: 'corners',
      length: Math.max(1, cornerTriangles.length),
      initial: cornerTriangles,
    },
    index: { ...words, ...index, role: 'scratch' },
    remaining: {
      role: 'scratch',
      element: 'uvec2',
      domain: 'corners',
      length: Math.max(1, corners.length / 2),
    },
  });
}
