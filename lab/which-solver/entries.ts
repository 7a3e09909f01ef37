/**
 * How each method takes part. A method that has no lines here takes part with its defaults and what its parameters say
 * can be varied, so that a new one is in the comparison as soon as it is in METHODS.
 */
import { METHODS, type Method, type MethodOptions } from '../../engine/index.ts';

export interface Entry {
  /** Unique; the method's id first. */
  readonly name: string;
  readonly label: string;
  /** When to choose it, a sentence. */
  readonly choose: string;
  /** What a count counts. */
  readonly unit: string;
  /** With so many iterations; alone the method's defaults. */
  method(count: number): MethodOptions;
  readonly counts: readonly number[];
  /** With a time budget, ms a step: only where there is `outer`. */
  budget?(ms: number): MethodOptions;
}

const SWEEPS = [1, 2, 5, 10, 20, 50, 100];

/** A local step before every sweep. */
const sweeps = (id: string, more: MethodOptions = {}) => ({
  unit: 'sweeps',
  counts: SWEEPS,
  method: (count: number) => ({ id, outer: count, inner: 1, ...more }),
  budget: (ms: number) => ({ id, outer: 1, inner: 1, ...more, budget: ms }),
});

/** The first entry of a method uses the method's own `when`. */
type Line = Omit<Entry, 'name' | 'choose'> & { readonly choose?: string };

const KNOWN: Readonly<Record<string, readonly Line[]>> = {
  auto: [
    {
      label: 'auto',
      unit: 'iterations',
      counts: SWEEPS,
      method: (count) => ({ id: 'auto', outer: count }),
      budget: (ms) => ({ id: 'auto', budget: ms }),
    },
  ],
  'pd-rbgs': [
    {
      label: 'RBGS',
      ...sweeps('pd-rbgs', { omega: 1 }),
    },
    {
      label: 'SOR 1.7, d frozen',
      choose:
        'For soft bodies and small steps: at rest the least stretch that cheap sweeps can give, on every backend; with large steps its one local step a step slows turning.',
      unit: 'sweeps',
      counts: SWEEPS,
      method: (count) => ({ id: 'pd-rbgs', outer: 1, inner: count, omega: 1.7 }),
      budget: (ms) => ({ id: 'pd-rbgs', outer: 1, inner: 10, omega: 1.7, budget: ms }),
    },
  ],
  'pd-gs': [
    {
      label: 'GS',
      ...sweeps('pd-gs', { omega: 1 }),
    },
  ],
  'pd-jacobi': [
    {
      label: 'Jacobi',
      ...sweeps('pd-jacobi'),
    },
  ],
  'pd-cholesky': [
    {
      label: 'local/global',
      unit: 'iterations',
      counts: SWEEPS,
      method: (count) => ({ id: 'pd-cholesky', outer: count }),
      budget: (ms) => ({ id: 'pd-cholesky', outer: 1, budget: ms }),
    },
    {
      label: 'local/global, L-BFGS 5',
      choose: 'When ten iterations of local/global are not enough: fewer are needed for the same accuracy.',
      unit: 'iterations',
      counts: SWEEPS,
      method: (count) => ({ id: 'pd-cholesky', outer: count, history: 5 }),
      budget: (ms) => ({ id: 'pd-cholesky', outer: 1, history: 5, budget: ms }),
    },
  ],
  newton: [
    {
      label: 'Newton',
      unit: 'iterations',
      counts: [1, 2, 5],
      method: (count) => ({ id: 'newton', iterations: count }),
    },
  ],
  'pbd-jacobi': [
    {
      label: 'PBD, Jacobi',
      ...sweeps('pbd-jacobi'),
    },
  ],
};

/** What an unknown method's own parameters allow. */
function fallback({ id, parameters }: Method): Line {
  const vary = ['outer', 'iterations'].find((name) => name in parameters);
  const most = vary && 'max' in parameters[vary] ? (parameters[vary].max ?? 100) : 1;
  return {
    label: id,
    unit: 'iterations',
    counts: vary ? SWEEPS.filter((count) => count <= most) : [1],
    method: (count) => (vary ? { id, [vary]: count } : { id }),
    budget: vary === 'outer' ? (ms) => ({ id, budget: ms }) : undefined,
  };
}

export const entriesOf = (methods: readonly Method[]): readonly Entry[] =>
  methods.flatMap((method) =>
    (KNOWN[method.id] ?? [fallback(method)]).map((entry, k) => ({
      choose: method.when,
      ...entry,
      name: k === 0 ? method.id : `${method.id}-${k + 1}`,
    })),
  );

export const ENTRIES = entriesOf(METHODS);
