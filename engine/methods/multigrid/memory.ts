/** The buffers of every level. Those of the finest level are the world's own, except its diagonal and residual. */
import type { Model } from '../../model.ts';
import type { BufferPlan, MemoryPlan } from '../../program.ts';
import { rowMemory } from '../projective/index.ts';
import { hierarchyOf } from './hierarchy.ts';

/** Names of the buffers of level l, by their names in the kernels. */
export const levelBuffers = (l: number) => ({
  delta: l === 0 ? 'delta' : `level${l}Delta`,
  rhs: l === 0 ? 'rhs' : `level${l}Rhs`,
  neighbours: l === 0 ? 'neighbours' : `level${l}Neighbours`,
  weights: l === 0 ? 'weights' : `level${l}Weights`,
  diagonal: `level${l}Diagonal`,
  changed: `level${l}Changed`,
  residual: `level${l}Residual`,
});

/** Names of the buffers of the interpolation between levels l and l + 1. */
export const transferBuffers = (l: number) => ({
  parents: `level${l}Parents`,
  children: `level${l}Children`,
  places: `level${l}Places`,
});

/** The shares of `parents` before any tear, and the paths that show what is torn. */
export const wholeTransferBuffers = (l: number) => ({
  allShares: `level${l}AllShares`,
  links: `level${l}Links`,
});

/** The inverse of the coarsest operator, and its scratch buffers. */
export const COARSEST = {
  members: 'coarsestMembers',
  memberCount: 'coarsestMemberCount',
  /** Always 0. */
  zero: 'coarsestZero',
} as const;

/** The buffer that holds the matrix after so many steps of Gauss-Jordan elimination. */
export const denseAfter = (steps: number): string => (steps % 2 === 0 ? 'coarsestDense' : 'coarsestOther');

const constant = (element: 'u32' | 'uvec2', domain: string, initial: Uint32Array): BufferPlan => ({
  role: 'constant',
  element,
  domain,
  length: element === 'u32' ? initial.length : initial.length / 2,
  initial,
});

/** The second number of each pair. */
const oddOf = (pairs: Uint32Array): Uint32Array => {
  const odd = new Uint32Array(pairs.length / 2);
  for (let k = 0; k < odd.length; k++) odd[k] = pairs[2 * k + 1];
  return odd;
};

const plans = new WeakMap<Model, MemoryPlan>();

export function multigridMemory(model: Model): MemoryPlan {
  const known = plans.get(model);
  if (known) return known;
  const made = planOf(model);
  plans.set(model, made);
  return made;
}

function planOf(model: Model): MemoryPlan {
  const { levels, transfers, coarsest } = hierarchyOf(model);
  const plan: Record<string, BufferPlan> = { ...rowMemory(model) };
  levels.forEach(({ points, rows, neighbours }, l) => {
    const vectors: BufferPlan = { role: 'scratch', element: 'vec4', domain: 'particles', length: points };
    const names = levelBuffers(l);
    plan[names.diagonal] = { ...vectors, role: 'prepared', element: 'real' };
    plan[names.changed] = { ...vectors, role: 'prepared', element: 'u32' };
    // An empty child is point 0 with a share of 0. If that point is in blocks, its residual is not written here.
    plan[names.residual] = { ...vectors, role: 'kept' };
    if (l === 0) return;
    plan[names.delta] = vectors;
    plan[names.rhs] = vectors;
    plan[names.neighbours] = constant('u32', 'rows', rows);
    plan[names.weights] = {
      ...vectors,
      role: 'prepared',
      element: 'real',
      domain: 'entries',
      length: neighbours.length,
    };
  });
  transfers.forEach(({ parents, links, children, places }, l) => {
    const names = transferBuffers(l);
    const whole = wholeTransferBuffers(l);
    plan[whole.allShares] = constant('u32', 'shares', oddOf(parents));
    plan[whole.links] = constant('u32', 'links', links);
    // Their shares are prepared; the points they belong to and the offsets of rows stay.
    plan[names.parents] = { ...constant('uvec2', 'parents', parents), role: 'kept' };
    plan[names.children] = { ...constant('uvec2', 'children', children), role: 'kept' };
    plan[names.places] = constant('uvec2', 'places', places.pairs);
  });
  if (coarsest) {
    const { width, members, memberCount } = coarsest;
    const length = width * memberCount.length;
    const dense = { role: 'prepared', element: 'real', domain: 'entries', length } as const;
    plan[COARSEST.members] = constant('u32', 'rows', members);
    plan[COARSEST.memberCount] = constant('u32', 'particles', memberCount);
    plan[COARSEST.zero] = {
      ...dense,
      role: 'constant',
      element: 'vec4',
      domain: 'particles',
      length: memberCount.length,
    };
    for (const steps of [0, 1]) plan[denseAfter(steps)] = dense;
  }
  return plan;
}
