/** The solvers that [PNF18] and [NP17] compare, in the papers' colours. */
import type { Backend, MethodOptions } from '../../engine/index.ts';
import type { Style } from '../experiment.ts';
import { literalJacobiBackend } from './literal-jacobi.ts';

export interface Solver {
  readonly label: string;
  readonly style: Style;
  readonly method: MethodOptions;
  /** One local step for all sweeps of a step, instead of one a sweep. */
  readonly frozen?: boolean;
  /** Cycles of about the work of so many sweeps, where the method has cycles. */
  readonly cycles?: (sweeps: number) => number;
  /** The backend it runs on, if not the one chosen for the experiment. */
  readonly backend?: () => Backend;
}

/** A local step and a V-cycle take the work of about five sweeps with a local step each. */
const SWEEPS_PER_CYCLE = 5;

export const SOLVERS = {
  rbgs: { label: 'RBGS', style: { colour: '#e03131' }, method: { id: 'pd-rbgs', omega: 1 } },
  gs: { label: 'GS', style: { colour: '#2b9a3e', dash: '7 5' }, method: { id: 'pd-gs', omega: 1 } },
  jacobi: { label: 'Jacobi', style: { colour: '#3b82e0' }, method: { id: 'pd-jacobi' } },
  sor: { label: 'RBGS, SOR 1.7', style: { colour: '#a855d8' }, method: { id: 'pd-rbgs', omega: 1.7 } },
  frozen: {
    label: 'SOR 1.7, d frozen',
    style: { colour: '#d9822b' },
    method: { id: 'pd-rbgs', omega: 1.7 },
    frozen: true,
  },
  multigrid: {
    label: 'multigrid, equal work',
    style: { colour: '#0f9b8e' },
    method: { id: 'pd-multigrid' },
    cycles: (sweeps) => Math.max(1, Math.round(sweeps / SWEEPS_PER_CYCLE)),
  },
  literal: {
    label: 'Jacobi as printed',
    style: { colour: '#8a8f98', dash: '2 4' },
    method: { id: 'pd-jacobi' },
    backend: literalJacobiBackend,
  },
} as const satisfies Record<string, Solver>;

export type SolverName = keyof typeof SOLVERS;

/** Iterations in a budget of so many ms on the papers' machines, [NP17] Fig. A.3–A.7 and A.10–A.14. */
export const PAPER_COUNTS = {
  1: { rbgs: 5, gs: 1, jacobi: 9 },
  2: { rbgs: 11, gs: 2, jacobi: 19 },
  4: { rbgs: 22, gs: 4, jacobi: 32 },
  8: { rbgs: 45, gs: 9, jacobi: 70 },
} as const;

export type BudgetMs = keyof typeof PAPER_COUNTS;

export const THREE: readonly SolverName[] = ['rbgs', 'gs', 'jacobi'];
export const WITH_SOR: readonly SolverName[] = ['rbgs', 'gs', 'jacobi', 'sor'];
/** And SOR as it comes to rest, and our multigrid: see docs/lab.md. */
export const WITH_OURS: readonly SolverName[] = [...WITH_SOR, 'frozen', 'multigrid'];

/** Jacobi's count is also that of its printed form. SOR has that of RBGS: so [NP17] at 2 ms, and a sweep costs the same. */
export function paperCount(ms: BudgetMs, solver: SolverName): number {
  const { rbgs, gs, jacobi } = PAPER_COUNTS[ms];
  return { rbgs, gs, jacobi, sor: rbgs, frozen: rbgs, multigrid: rbgs, literal: jacobi }[solver];
}
