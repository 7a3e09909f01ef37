/** The solvers that the experiments compare: a new one is a line here. */
import type { MethodOptions } from '../../engine/index.ts';
import type { Style } from '../experiment.ts';

export interface Solver {
  readonly label: string;
  readonly style: Style;
  /** What is counted: a step has so many of them. */
  readonly unit: string;
  /** The engine's method with so many a step; absent: XPBD, which is no method of the engine (xpbd.ts). */
  readonly method?: (count: number) => MethodOptions;
  /** The hanging cloth is tried with each of these. */
  readonly counts: readonly number[];
}

export const SOLVERS = {
  rbgs: {
    label: 'RBGS',
    style: { colour: '#e03131' },
    unit: 'sweeps, a local step each',
    method: (count) => ({ id: 'pd-rbgs', outer: count, inner: 1, omega: 1 }),
    counts: [5, 11],
  },
  sor: {
    label: 'SOR 1.7',
    style: { colour: '#a855d8' },
    unit: 'sweeps, a local step each',
    method: (count) => ({ id: 'pd-rbgs', outer: count, inner: 1, omega: 1.7 }),
    counts: [11, 22],
  },
  frozen: {
    label: 'SOR 1.7, d frozen',
    style: { colour: '#d9822b' },
    unit: 'sweeps after one local step',
    method: (count) => ({ id: 'pd-rbgs', outer: 1, inner: count, omega: 1.7 }),
    counts: [5, 11, 22],
  },
  frozen19: {
    label: 'SOR 1.9, d frozen',
    style: { colour: '#b08900', dash: '7 4' },
    unit: 'sweeps after one local step',
    method: (count) => ({ id: 'pd-rbgs', outer: 1, inner: count, omega: 1.9 }),
    counts: [11, 22, 44],
  },
  chebyshev: {
    label: 'Chebyshev',
    style: { colour: '#3b82e0' },
    unit: 'sweeps to and fro after one local step',
    method: (count) => ({ id: 'pd-rbgs', outer: 1, inner: count, omega: 1, rho: 0.999 }),
    counts: [4, 7, 14],
  },
  xpbd: {
    label: 'XPBD',
    style: { colour: '#8a8f98' },
    unit: 'substeps',
    counts: [3, 7, 11],
  },
  cholesky: {
    label: 'Cholesky',
    style: { colour: '#7c5c3e' },
    unit: 'local steps and solves',
    method: (count) => ({ id: 'pd-cholesky', outer: count }),
    counts: [1, 2, 5],
  },
  multigrid: {
    label: 'multigrid',
    style: { colour: '#0f9b8e' },
    unit: 'local steps and V-cycles',
    method: (count) => ({ id: 'pd-multigrid', outer: count }),
    counts: [1, 2, 4],
  },
  // An accuracy that no step reaches: the count ends it, or float32, which counts in full here.
  cg: {
    label: 'nonlinear CG',
    style: { colour: '#d6409f' },
    unit: 'iterations, preconditioned by the V-cycle',
    method: (count) => ({ id: 'pd-multigrid', outer: count, accuracy: 1e-6 }),
    counts: [1, 2, 4],
  },
} as const satisfies Record<string, Solver>;

export type SolverName = keyof typeof SOLVERS;
export const NAMES = Object.keys(SOLVERS) as SolverName[];
export const solverOf = (name: SolverName): Solver => SOLVERS[name];
