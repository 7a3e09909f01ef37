import { PARAMETERS } from 'selvedge';

/** The fields of a solver, in the order of the schema: every parameter of every method is one. */
export const SOLVER_FIELDS: readonly string[] = ['method', ...Object.keys(PARAMETERS), 'budget', 'integrate'];
