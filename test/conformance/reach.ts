/** Runs a method's programs on the reference kernels up to a call, to see what that call finds. */
import type { StorageArray } from '../../engine/backends/backend.ts';
import { componentsOf, isReal } from '../../engine/kernel.ts';
import {
  type Call,
  type MemoryPlan,
  type PlainProgram,
  type Program,
  plain,
  type Times,
} from '../../engine/program.ts';
import type { Sample } from './sample.ts';

export type Buffers = Readonly<Record<string, Float64Array | Uint32Array>>;

const arrayFor = ({ element, length }: MemoryPlan[string]) =>
  new (isReal(element) ? Float64Array : Uint32Array)(componentsOf[element] * length);

/** Every buffer of the plan with what is in it at first. */
export function buffersOf(memory: MemoryPlan): Buffers {
  const buffers = Object.fromEntries(Object.entries(memory).map(([name, plan]) => [name, arrayFor(plan)]));
  for (const [name, { initial }] of Object.entries(memory)) if (initial) buffers[name].set(initial);
  return buffers;
}

const argumentsOf = ({ buffers: bound }: Call, world: Buffers): Record<string, StorageArray> =>
  Object.fromEntries(Object.entries(bound).map(([name, buffer]) => [name, world[buffer]]));

class Found extends Error {
  constructor(readonly found: Call) {
    super('the call was reached');
  }
}

/** Runs the program on the world; ends with `Found` before the n-th call of the kernel, counted down in `left`. */
function runUntil(
  program: PlainProgram,
  world: Buffers,
  kernel: string,
  left: { calls: number },
  times: readonly Times[],
): void {
  for (const item of program) {
    if (item.kind === 'only') {
      if (times.includes(item.when)) runUntil(item.body, world, kernel, left, times);
    } else if (item.kind === 'room') {
      runUntil(item.body, world, kernel, left, times);
    } else if (item.kind === 'when') {
      if (world[item.flag][0] !== 0) runUntil(item.body, world, kernel, left, times);
    } else if (item.kind !== 'call') {
      const hasEnded = () => item.kind === 'until' && world[item.ended][0] !== 0;
      for (let t = 0; t < item.times && !hasEnded(); t++) runUntil(item.body, world, kernel, left, times);
    } else {
      if (item.kernel.name === kernel && --left.calls === 0) throw new Found(item);
      const args = { ...argumentsOf(item, world), ...item.scalars };
      item.kernel.reference(args as Parameters<typeof item.kernel.reference>[0], item.first, item.end);
    }
  }
}

export interface Reach {
  /** Which call of the kernel; default the first. */
  readonly calls?: number;
  /** Which of a run's times through the program it is taken to be; default the only one. */
  readonly times?: readonly Times[];
  /** Changes what the kernel finds. */
  readonly change?: (buffers: Buffers) => void;
}

/** What the kernel finds when the program runs in the world. */
export function reach(
  kernel: string,
  program: Program,
  memory: MemoryPlan,
  world: Buffers,
  { calls = 1, times = ['alone'], change }: Reach = {},
): Sample {
  try {
    runUntil(plain(program), world, kernel, { calls }, times);
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    const { scalars, first, end, buffers: bound } = error.found;
    const buffers = argumentsOf(error.found, world) as Record<string, Float64Array | Uint32Array>;
    change?.(buffers);
    // All of a buffer is backed by memory: no program around the call makes room in it.
    const plan = Object.fromEntries(
      Object.entries(bound).map(([name, buffer]) => [name, { ...memory[buffer], isOpenEnded: false }]),
    );
    for (const [name, { element }] of Object.entries(plan))
      if (isReal(element) && element !== 'f64') buffers[name] = Float64Array.from(buffers[name], Math.fround);
    return { memory: plan, buffers, scalars, range: [first, end] };
  }
  throw new Error(`${kernel} is not called ${calls} times`);
}
