/**
 * Jacobi as [NP17] Alg. 6 prints it, for comparison only: the correction is divided by n_p, the number of springs, a
 * second time. (Line 12 assigns the correction to q; read as written nothing would be simulated, so it is added.)
 * It is plain Jacobi under-relaxed by 1/n_p, so in a cloth's interior four times as slow.
 *
 * It is no method of the engine. Here it is `pd-jacobi` on a reference backend that puts another sweep in the place of the
 * engine's.
 */
import { type Backend, reference } from '../../engine/index.ts';
import { defineKernel, type Kernel } from '../../engine/kernel.ts';
import { relaxJacobi } from '../../engine/methods/projective/relax-jacobi.ts';
import { type Program, replaceCalls } from '../../engine/program.ts';

/** next_i = δ_i + (rhs_i + Σ_j weight_ij δ_j - δ_i) / n_i */
const relaxLiteral = defineKernel({
  ...relaxJacobi,
  name: 'relaxLiteral',
  wgsl: undefined,
  reference: (args, first, end) => {
    relaxJacobi.reference(args, first, end);
    const { delta, next, neighbours, entries } = args;
    for (let i = first; i < end; i++) {
      let springs = 0;
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
        springs += Number(neighbours[e] !== i);
      for (let c = 4 * i; c < 4 * i + 3; c++)
        next[c] = delta[c] + (next[c] - delta[c]) / Math.max(1, springs);
    }
  },
}) as unknown as Kernel;

export function literalJacobiBackend(): Backend {
  const backend = reference();
  return {
    ...backend,
    open: async (...memory) => {
      const machine = await backend.open(...memory);
      const load = machine.load.bind(machine);
      machine.load = (name, program) => load(name, replaced(program));
      return machine;
    },
  };
}

const replaced = (program: Program): Program =>
  replaceCalls(program, (item) => [
    item.kernel.name === relaxJacobi.name ? { ...item, kernel: relaxLiteral } : item,
  ]);
