/**
 * Elements in float64, for methods that solve a step exactly or by conjugate gradients: energy, force and Hessian at x + δ, x in the
 * state's precision, δ with three float64 numbers a particle. On the reference and WebAssembly; a GPU has no float64.
 *
 * A Hessian K of an element has zero row sums, as its energy does not change when all corners move alike. So, as S does, it stands as
 * springs between the corners, with a 3×3 tensor each in place of a stiffness:
 *   (K p)_a = Σ_b T_ab (p_a − p_b),   T_ab = −K_ab = T_baᵀ
 * All that puts a matrix together, or multiplies by it, sees such couples, whatever the force.
 */
import type { Kernel } from '../kernel.ts';
import type { Model } from '../model.ts';
import { call, type MemoryPlan, type Phase, type Program } from '../program.ts';
import type { Connections } from '../structure.ts';
import { type Elements, type ExactKernels, namesOf } from './force.ts';
import { FORCES } from './index.ts';

/** The methods' kernels of elements. */
export const EXACT_KERNELS: readonly Kernel[] = FORCES.flatMap(({ exact }) => Object.values(exact));

/** Numbers of a corner in `elementPulls`, and of a couple in `elementTensors`. */
export const PULL = 4;
export const TENSOR = 9;

/** The elements of all forces as one list: where those of each begin. */
interface Listed {
  readonly sets: readonly { readonly elements: Elements; readonly at: Places }[];
  readonly elements: number;
  readonly corners: number;
  readonly couples: number;
}

interface Places {
  readonly element: number;
  readonly corner: number;
  readonly couple: number;
}

const listed = new WeakMap<Model, Listed>();

export function elementsOf(model: Model): Listed {
  const known = listed.get(model);
  if (known) return known;
  let [element, corner, couple] = [0, 0, 0];
  const sets = Object.values(model.forces).map((elements) => {
    const at = { element, corner, couple };
    element += elements.count;
    corner += elements.corners.length;
    couple += (elements.corners.length * (elements.force.corners - 1)) / 2;
    return { elements, at };
  });
  const made = { sets, elements: element, corners: corner, couples: couple };
  listed.set(model, made);
  return made;
}

export const hasElements = (model: Model): boolean => elementsOf(model).elements > 0;

/** Both particles of every couple, as slots. */
export function couplesOf({ forces }: Pick<Connections, 'forces'>): Uint32Array {
  const pairs: number[] = [];
  for (const { corners, count } of Object.values(forces)) {
    const size = corners.length / count;
    for (let first = 0; first < corners.length; first += size)
      for (let a = first; a < first + size; a++)
        for (let b = a + 1; b < first + size; b++) pairs.push(corners[a], corners[b]);
  }
  return Uint32Array.from(pairs);
}

/** What the kernels above leave, and which particles it is about. Of a world without elements, one of each, which counts for nothing. */
export function exactMemory(model: Model): MemoryPlan {
  const { elements, corners, couples } = elementsOf(model);
  const numbers = (domain: string, length: number) =>
    ({ role: 'scratch', element: 'f64', domain, length: Math.max(1, length) }) as const;
  const all = Object.values(model.forces).flatMap(({ corners: slots }) => [...slots]);
  const constant = { role: 'constant' } as const;
  return {
    elementEnergies: numbers('elementEnergies', elements),
    elementPulls: numbers('elementPulls', PULL * corners),
    elementTensors: numbers('elementTensors', TENSOR * couples),
    elementCorners: {
      ...constant,
      element: 'u32',
      domain: 'elementCorners',
      length: Math.max(1, corners),
      initial: all,
    },
    couples: {
      ...constant,
      element: 'uvec2',
      domain: 'couples',
      length: Math.max(1, couples),
      initial: couplesOf(model),
    },
  };
}

type Bind = Readonly<Record<string, string>>;

/** `bind` says where `correction` is, and for `rises` `direction` and `lengths`. */
const recorded = (
  model: Model,
  kind: keyof ExactKernels,
  bind: Bind,
  scalars: Readonly<Record<string, number>>,
  phase: Phase,
): Program =>
  elementsOf(model).sets.map(({ elements: { force, count }, at }) => {
    const { corners, numbers } = namesOf(force.id);
    const kernel = force.exact[kind];
    const own: Readonly<Record<string, number>> = {
      element: at.element,
      corner: at.corner,
      couple: at.couple,
      ...scalars,
    };
    return call(kernel, {
      phase,
      range: [0, count],
      bind: {
        corners,
        numbers,
        energies: 'elementEnergies',
        pulls: 'elementPulls',
        tensors: 'elementTensors',
        ...bind,
      },
      scalars: Object.fromEntries(Object.keys(kernel.scalars).map((name) => [name, own[name]])),
    });
  });

export const recordEnergies = (model: Model, bind: Bind): Program =>
  recorded(model, 'energies', bind, {}, 'local');

export const recordTangents = (
  model: Model,
  bind: Bind,
  scalars: { readonly positive: 0 | 1; readonly rounding: number },
): Program => recorded(model, 'tangents', bind, scalars, 'local');

export const recordRises = (model: Model, bind: Bind): Program =>
  recorded(model, 'rises', bind, {}, 'global');
