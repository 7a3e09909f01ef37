/** Inputs of kernels whose buffers only mean something together: those of a method on a model, under the plan it makes. */
import { type Body, rope } from 'selvedge';
import { componentsOf, isReal } from '../../engine/kernel.ts';
import { Cholesky } from '../../engine/linear/cholesky.ts';
import { springPattern, springSymbolic, springValues } from '../../engine/linear/springs.ts';
import { cholesky } from '../../engine/methods/projective/cholesky/index.ts';
import { buildModel } from '../../engine/model.ts';
import { type Call, callsOf, joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import type { Sample } from './sample.ts';
import { unevenNet, wovenCloth } from './scenes.ts';
import { seeded } from './seeded.ts';

/** A cloth and a net that are pinned, and a rope that is not: without inertia its part of the matrix is singular. */
const bodies = (): Body[] => [wovenCloth(), unevenNet(), rope({ particles: 4 })];

const model = buildModel(bodies());
const memory = joinPlans(memoryOf(model), cholesky.scratch(model));
const pattern = springPattern(model);
const symbolic = springSymbolic(model, pattern);
const setting = { model, h: 1, inertia: 0, values: { outer: 1, history: 0 } };

type Given = Readonly<Record<string, ArrayLike<number>>>;

/** A kernel's call as the method records it, its buffers filled with what they begin with and with what is given. */
function sampleOf({ buffers: bound, scalars, first, end }: Call, given: Given): Sample {
  const plan: Record<string, (typeof memory)[string]> = {};
  const buffers: Record<string, Float64Array | Uint32Array> = {};
  for (const [name, world] of Object.entries(bound)) {
    const { element, length, initial } = memory[world];
    plan[name] = memory[world];
    buffers[name] = new (isReal(element) ? Float64Array : Uint32Array)(componentsOf[element] * length);
    buffers[name].set(given[name] ?? initial ?? []);
  }
  return { memory: plan, buffers, scalars, range: [first, end] };
}

function recorded(name: string): Call {
  const programs = [...cholesky.prepare(setting), ...cholesky.record(setting).program];
  return [...callsOf(programs)].find(({ kernel }) => kernel.name === name)!;
}

/** Values of the matrix, N/m, with stiffness varied at random. */
function valuesOf(random: () => number): Float64Array {
  const stiffness = model.stiffness.map((s) => s * (0.5 + random()));
  return springValues({ ...model, stiffness }, pattern, { inertia: 0, pins: model.pins });
}

/**
 * A factor of that matrix, made well-conditioned: the largest diagonal a is added to all. Off a diagonal stands at most as
 * much as on it, so eigenvalues are between a and 3a (Gershgorin).
 */
function factorOf(random: () => number): Cholesky {
  const values = valuesOf(random);
  const diagonals = pattern.starts.slice(0, model.particles);
  const largest = diagonals.reduce((most, k) => Math.max(most, values[k]), 0);
  for (const k of diagonals) values[k] += largest;
  return new Cholesky(symbolic).factor(values);
}

export const STRUCTURED: Readonly<Record<string, (seed: number) => Sample>> = {
  assemble: (seed) => {
    const random = seeded(seed);
    const call = recorded('assemble');
    const masses = Float64Array.from({ length: 4 * model.particles }, (_, k) =>
      k % 4 === 1 && random() < 0.1 ? 0 : Math.fround(random() + 0.1),
    );
    const springs = Float64Array.from({ length: 2 * model.springs }, () => Math.fround(random()));
    const scalars = { ...call.scalars, inertia: Math.fround(random()) };
    return { ...sampleOf(call, { masses, springs }), scalars };
  },
  factorise: (seed) => {
    const panels = new Float64Array(symbolic.panelStarts[symbolic.supernodes]);
    valuesOf(seeded(seed)).forEach((value, k) => {
      panels[symbolic.places[k]] += value;
    });
    return sampleOf(recorded('factorise'), { panels });
  },
  narrow: (seed) => {
    const { panels, reciprocals } = factorOf(seeded(seed));
    // Not the whole range: what lies outside must be left alone.
    return { ...sampleOf(recorded('narrow'), { panels, reciprocals }), range: [3, symbolic.supernodes - 5] };
  },
  substitute: (seed) => {
    const random = seeded(seed);
    const { panels, reciprocals } = factorOf(random);
    const rhs = Float64Array.from({ length: 4 * model.particles }, (_, k) =>
      k % 4 === 3 ? 0 : Math.fround(random() - 0.5),
    );
    return sampleOf(recorded('substitute'), {
      panels: Float32Array.from(panels),
      reciprocals: Float32Array.from(reciprocals),
      rhs,
    });
  },
  substituteOne: (seed) => {
    const random = seeded(seed);
    const { panels, reciprocals } = factorOf(random);
    const b = Float64Array.from({ length: symbolic.size }, () => random() - 0.5);
    const vector = { role: 'scratch', element: 'f64', domain: 'columns', length: symbolic.size } as const;
    // No method of this table calls it: the buffers of `factorise` and two vectors.
    const { memory: plan, buffers, scalars } = sampleOf(recorded('factorise'), { panels, reciprocals });
    const order = memory.pdOrder;
    return {
      memory: { ...plan, order, b: vector, x: vector, work: vector },
      buffers: { ...buffers, order: symbolic.order, b, x: new Float64Array(b.length), work: b.slice() },
      scalars,
      range: [0, 1],
    };
  },
};
