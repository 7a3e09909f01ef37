import { type Backend, reference } from 'selvedge';
import type { StorageArray } from '../../engine/backends/backend.ts';
import type { Kernel } from '../../engine/kernel.ts';
import { call } from '../../engine/program.ts';
import { type Sample, sampleOf } from './sample.ts';
import { RELATIVE, TOLERANCE } from './tolerance.ts';

/** Runs the kernel on every sample, in one machine, and gives for each all buffers it may have written. */
async function outputsOn(
  backend: Backend,
  kernel: Kernel,
  samples: readonly Sample[],
): Promise<Map<string, StorageArray>[]> {
  const own = (name: string, k: number) => `${name} of sample ${k}`;
  const plans = samples.flatMap(({ memory }, k) =>
    Object.entries(memory).map(([name, plan]) => [own(name, k), plan] as const),
  );
  const machine = await backend.open(Object.fromEntries(plans));
  for (const [k, { buffers, range, scalars }] of samples.entries()) {
    for (const [name, values] of Object.entries(buffers)) machine.write(own(name, k), values);
    const bind = Object.fromEntries(Object.keys(kernel.buffers).map((name) => [name, own(name, k)]));
    machine.load(own('run', k), [call(kernel, { phase: 'global', range, scalars, bind })]);
    machine.run(own('run', k));
  }
  const names = Object.keys(kernel.buffers).filter((name) => {
    const { access, passing } = kernel.buffers[name];
    return access === 'write' && !passing;
  });
  const arrays = await machine.read(...samples.flatMap((_, k) => names.map((name) => own(name, k))));
  machine.dispose();
  return samples.map((_, k) => new Map(names.map((name, n) => [name, arrays[k * names.length + n]])));
}

/** The rank order in a bin is nondeterministic with several threads: sorts ranks by particle. */
function inOrder(binOf: StorageArray): void {
  const ranks = new Map<number, number[]>();
  for (let k = 0; k < binOf.length; k += 2)
    ranks.set(binOf[k], [...(ranks.get(binOf[k]) ?? []), binOf[k + 1]]);
  for (const list of ranks.values()) list.sort((a, b) => b - a);
  for (let k = 0; k < binOf.length; k += 2) binOf[k + 1] = ranks.get(binOf[k])!.pop()!;
}

export interface Discrepancy {
  /** Largest difference from the reference, as a multiple of the tolerance; infinite for NaN. */
  readonly worst: number;
  readonly where: string;
  /** How many numbers the kernel changed: if none, the comparison proves nothing. */
  readonly changed: number;
}

/** The kernel on the backend against the reference, on a random sample for each seed. */
export async function discrepancies(
  backend: Backend,
  kernel: Kernel,
  seeds: readonly number[],
  mutant: Kernel = kernel,
): Promise<Discrepancy[]> {
  const samples = seeds.map((seed) => sampleOf(kernel, seed));
  const expected = await outputsOn(reference(), kernel, samples);
  const actual = await outputsOn(backend, mutant, samples);
  return samples.map((sample, k) => discrepancyOf(kernel, sample, expected[k], actual[k]));
}

function toleranceOf({ name }: Kernel): number {
  if (Object.hasOwn(TOLERANCE, name)) return TOLERANCE[name];
  throw new Error(`${name} has no tolerance: derive one in test/conformance/tolerance.ts`);
}

function discrepancyOf(
  kernel: Kernel,
  sample: Sample,
  expected: ReadonlyMap<string, StorageArray>,
  actual: ReadonlyMap<string, StorageArray>,
): Discrepancy {
  if (kernel.name === 'bin') for (const outputs of [expected, actual]) inOrder(outputs.get('binOf')!);
  let [worst, where, changed] = [0, 'nowhere', 0];
  for (const [name, right] of expected) {
    const left = actual.get(name)!;
    const scale = RELATIVE.has(kernel.name)
      ? Array.from(right).reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
      : 1;
    for (let k = 0; k < right.length; k++) {
      if (right[k] !== sample.buffers[name][k]) changed++;
      const difference = Math.abs(left[k] - right[k]) / (toleranceOf(kernel) * scale);
      if (difference <= worst) continue;
      worst = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
      where = `${name}[${k}]: ${left[k]} instead of ${right[k]}`;
      if (worst === Number.POSITIVE_INFINITY) return { worst, where, changed };
    }
  }
  return { worst, where, changed };
}
