/** The buffers that the kernels of a factorisation work on, for a method's memory plan. */
import type { MemoryPlan } from '../program.ts';
import type { FactorLayout } from './factor.ts';

/** Names of all buffers of `factorise` and `substituteOne` except b and x, for one matrix. */
export const bindFactor = (prefix: string) => ({
  columns: `${prefix}Columns`,
  rowStarts: `${prefix}RowStarts`,
  panelStarts: `${prefix}PanelStarts`,
  rows: `${prefix}Rows`,
  supernodeOf: `${prefix}SupernodeOf`,
  order: `${prefix}Order`,
  panels: `${prefix}Panels`,
  reciprocals: `${prefix}Reciprocals`,
  local: `${prefix}Local`,
  pending: `${prefix}Pending`,
  next: `${prefix}Next`,
  consumed: `${prefix}Consumed`,
  failures: `${prefix}Failures`,
  work: `${prefix}Work`,
});

/** The memory plan of these buffers. A method with two matrices uses two prefixes. */
export function factorMemory(symbolic: FactorLayout, prefix: string): MemoryPlan {
  const { size, supernodes, columns, rowStarts, panelStarts, rows, supernodeOf, order } = symbolic;
  const name = bindFactor(prefix);
  const constant = (domain: string, initial: Uint32Array) =>
    ({ role: 'constant', element: 'u32', domain, length: initial.length, initial }) as const;
  const scratch = (element: 'u32' | 'f64', domain: string, length: number) =>
    ({ role: 'scratch', element, domain, length }) as const;
  return {
    [name.columns]: constant('supernodeBounds', columns),
    [name.rowStarts]: constant('supernodeBounds', rowStarts),
    [name.panelStarts]: constant('supernodeBounds', panelStarts),
    [name.rows]: constant('panelRows', rows),
    [name.supernodeOf]: constant('columns', supernodeOf),
    [name.order]: constant('columns', order),
    [name.panels]: scratch('f64', 'panel', panelStarts[supernodes]),
    [name.reciprocals]: scratch('f64', 'columns', size),
    [name.local]: scratch('u32', 'columns', size),
    [name.pending]: scratch('u32', 'supernodes', supernodes),
    [name.next]: scratch('u32', 'supernodes', supernodes),
    [name.consumed]: scratch('u32', 'supernodes', supernodes),
    [name.failures]: scratch('u32', 'one', 1),
    [name.work]: scratch('f64', 'columns', size),
  };
}
