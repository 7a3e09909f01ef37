/** All structures, which a worker looks up by name. */
import { GRIDS } from './blocks/grids.ts';
import { CLOTHS } from './blocks/levels/cloths.ts';
import { SPRING_ANALYSIS } from './linear/analysis.ts';
import { HIERARCHY } from './methods/multigrid/hierarchy.ts';
import { HESSIAN_STRUCTURE } from './methods/newton/hessian.ts';
import type { Connections } from './structure.ts';

const STRUCTURES = [GRIDS, HIERARCHY, CLOTHS, SPRING_ANALYSIS, HESSIAN_STRUCTURE];

/** Those of these names. */
export const find = (names: readonly string[], model: Connections): unknown[] =>
  names.map((name) => {
    const structure = STRUCTURES.find((one) => one.name === name);
    if (!structure) throw new Error(`there is no structure "${name}"`);
    return structure.of(model);
  });

/** The buffers of a result, to transfer them without a copy. */
export function buffersIn(found: unknown, buffers = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(found)) buffers.add(found.buffer as ArrayBuffer);
  else if (typeof found === 'object' && found !== null)
    for (const part of Object.values(found)) buffersIn(part, buffers);
  return buffers;
}
