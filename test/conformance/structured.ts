/** Inputs of kernels whose buffers only mean something together: taken from a model, as a method would. */
import { type Body, rope } from 'selvedge';
import { componentsOf, isReal } from '../../engine/kernel.ts';
import { Cholesky } from '../../engine/linear/cholesky.ts';
import { bindFactor, factorMemory } from '../../engine/linear/memory.ts';
import { springCholesky, springPattern, springValues } from '../../engine/linear/springs.ts';
import { buildModel } from '../../engine/model.ts';
import type { MemoryPlan } from '../../engine/program.ts';
import type { Sample } from './sample.ts';
import { unevenNet, wovenCloth } from './scenes.ts';
import { seeded } from './seeded.ts';

/** A cloth and a net that are pinned, and a rope that is not: without inertia its part of the matrix is singular. */
const bodies = (): Body[] => [wovenCloth(), unevenNet(), rope({ particles: 4 })];

/** The matrix of the bodies without inertia, its stiffness varied by the seed. */
function systemOf(seed: number) {
  const model = buildModel(bodies());
  const random = seeded(seed);
  const varied = { ...model, stiffness: model.stiffness.map((s) => s * (0.5 + random())) };
  const pattern = springPattern(model);
  const { symbolic } = springCholesky(model, pattern);
  const values = springValues(varied, pattern, { inertia: 0, pins: model.pins });
  const panels = new Float64Array(symbolic.panelStarts[symbolic.supernodes]);
  symbolic.places.forEach((place, k) => {
    panels[place] += values[k];
  });
  return { model, symbolic, pattern, values, panels, random };
}

/** The plan's buffers under the kernel's own names, filled with what they begin with and with what is given. */
function sampleFrom(
  plan: MemoryPlan,
  bind: Readonly<Record<string, string>>,
  given: Readonly<Record<string, ArrayLike<number>>>,
  scalars: Sample['scalars'],
  range: Sample['range'] = [0, 1],
): Sample {
  const memory: Record<string, MemoryPlan[string]> = {};
  const buffers: Record<string, Float64Array | Uint32Array> = {};
  for (const [name, bound] of Object.entries(bind)) {
    const { element, length, initial } = plan[bound];
    memory[name] = plan[bound];
    buffers[name] = new (isReal(element) ? Float64Array : Uint32Array)(componentsOf[element] * length);
    buffers[name].set(given[name] ?? initial ?? []);
  }
  return { memory, buffers, scalars, range };
}

export const STRUCTURED: Readonly<Record<string, (seed: number) => Sample>> = {
  factorise: (seed) => {
    const { symbolic, panels } = systemOf(seed);
    const { supernodes } = symbolic;
    return sampleFrom(factorMemory(symbolic, 'a'), bindFactor('a'), { panels }, { supernodes });
  },
  substituteOne: (seed) => {
    const { symbolic, pattern, values, random } = systemOf(seed);
    // A rope's end is singular: held, it becomes regular.
    const { panels, reciprocals } = new Cholesky(symbolic).factor(
      values.map((value, k) => (pattern.starts.includes(k) ? value + 1 : value)),
    );
    const vector = { role: 'scratch', element: 'f64', domain: 'columns', length: symbolic.size } as const;
    const memory = { ...factorMemory(symbolic, 'a'), b: vector, x: vector };
    const b = Float64Array.from({ length: symbolic.size }, () => random() - 0.5);
    const bind = { ...bindFactor('a'), b: 'b', x: 'x' };
    return sampleFrom(memory, bind, { panels, reciprocals, b }, { supernodes: symbolic.supernodes });
  },
};
