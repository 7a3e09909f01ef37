/**
 * A program is what a method records: a flat list of kernel calls, nested by `repeat`, `when` and `only`.
 * It holds no arithmetic. Backends execute it.
 */
import { number } from './errors.ts';
import type { BufferDeclaration, Domain, Element, Kernel, ScalarType } from './kernel.ts';

/** What a call's time is counted under in the statistics. */
export const PHASES = [
  'prepare',
  'predict',
  'local',
  'global',
  'project',
  'contact',
  'finish',
  'tear',
  'statistics',
  'surface',
] as const;
export type Phase = (typeof PHASES)[number];

/** Those whose time grows with the iterations of a step: what a time budget divides by. */
export const ITERATED_PHASES: readonly Phase[] = ['local', 'global', 'project'];

export interface Call {
  readonly kernel: Kernel;
  readonly phase: Phase;
  /** Items [first, end). */
  readonly first: number;
  readonly end: number;
  /** The world's buffer for each of the kernel's buffers. */
  readonly buffers: Readonly<Record<string, string>>;
  readonly scalars: Readonly<Record<string, number>>;
}

export interface Repeat {
  readonly repeat: number;
  /** A buffer of one whole number: where that is 0 the body is left out, else it is set to 0 and the body runs. */
  readonly when?: string;
  /** The body does no harm where its flag is 0: a backend may run it without looking, where looking costs more. */
  readonly mayRun?: boolean;
  readonly body: Program;
  /** The loop ends before the next time round once the first number of this buffer is not 0. */
  readonly until?: string;
  /** In which of the times that one `run` goes through the program the body runs; default all. */
  readonly only?: Times;
}

/** Where a run goes through once: `alone`. Where several times: the `first`, the `last`, and all `earlier` than that. */
export type Times = 'alone' | 'first' | 'earlier' | 'last';

export type Program = readonly (Call | Repeat)[];

export interface CallOptions<B, S> {
  readonly phase: Phase;
  /** Items [first, end). */
  readonly range: readonly [first: number, end: number];
  /** Buffers bound under another name than the kernel's own. */
  readonly bind?: Partial<Record<keyof B, string>>;
  readonly scalars?: { readonly [K in keyof S]: number };
}

/** Records one kernel call. A buffer not named in `bind` is the world's buffer of the same name. */
export function call<
  B extends Readonly<Record<string, BufferDeclaration>>,
  S extends Readonly<Record<string, ScalarType>>,
>(kernel: Kernel<B, S>, options: CallOptions<B, S>): Call {
  const buffers: Record<string, string> = {};
  for (const name of Object.keys(kernel.buffers)) buffers[name] = options.bind?.[name] ?? name;
  const scalars: Readonly<Record<string, number>> = options.scalars ?? {};
  for (const name of Object.keys(kernel.scalars)) {
    if (!Number.isFinite(scalars[name])) {
      throw new Error(
        `kernel ${kernel.name}: scalar "${name}" is ${scalars[name]}, it must be a finite number`,
      );
    }
  }
  const [first, end] = options.range;
  return { kernel, phase: options.phase, first, end, buffers, scalars };
}

/** Whether two programs make the same calls. */
export const isSameProgram = (a: Program, b: Program): boolean =>
  a.length === b.length && a.every((item, k) => isSameItem(item, b[k]));

function isSameItem(a: Call | Repeat, b: Call | Repeat): boolean {
  if ('repeat' in a || 'repeat' in b) {
    const isLoop = 'repeat' in a && 'repeat' in b;
    return (
      isLoop &&
      a.repeat === b.repeat &&
      a.when === b.when &&
      a.mayRun === b.mayRun &&
      a.until === b.until &&
      a.only === b.only &&
      isSameProgram(a.body, b.body)
    );
  }
  const { kernel, ...rest } = a;
  const { kernel: other, ...others } = b;
  return kernel === other && JSON.stringify(rest) === JSON.stringify(others);
}

/** Records a loop; at least once, so that every program does something. */
export function repeat(times: number, ...body: Program): Repeat {
  return { repeat: number('repeat', times, { min: 1, integer: true }), body };
}

/** Records what runs only where a buffer of one whole number is not 0, which it then becomes. Nobody waits to find out. */
export const when = (flag: string, ...body: Program): Repeat => ({ repeat: 1, when: flag, body });

/** Records what need only run where a buffer of one whole number is not 0, and does no harm elsewhere. */
export const whenUseful = (flag: string, ...body: Program): Repeat => ({
  ...when(flag, ...body),
  mayRun: true,
});

/**
 * Records a loop of at most so many times, which ends once a kernel has made the first number of the buffer other than 0.
 * On the GPU what is left of the loop is dispatched and does nothing, but for kernels that have the buffer bound: those
 * look for themselves.
 */
export const repeatUntil = (ended: string, times: number, ...body: Program): Repeat => ({
  ...repeat(times, ...body),
  until: ended,
});

/** Records what only some of the times through a program do. */
export const only = (times: Times, ...body: Program): Repeat => ({ repeat: 1, only: times, body });

/** A buffer that programs run on: what, over which domain, how many members. */
export interface BufferPlan {
  readonly element: Element;
  readonly domain: Domain;
  readonly length: number;
  /**
   * `state` goes into snapshots; `constant` is written once and holds still; `scratch` may be anything between two steps,
   * and a backend may lay it out as it likes.
   */
  readonly role: 'state' | 'constant' | 'scratch';
  /** Written when the buffer is made. Default zeros. */
  readonly initial?: ArrayLike<number>;
}
export type MemoryPlan = Readonly<Record<string, BufferPlan>>;

/** All plans as one; parts may share a buffer if they mean the same by it. */
export function joinPlans(...plans: readonly MemoryPlan[]): MemoryPlan {
  const joined: Record<string, BufferPlan> = {};
  for (const [name, plan] of plans.flatMap((each) => Object.entries(each))) {
    const { element, domain, length } = joined[name] ?? plan;
    if (element !== plan.element || domain !== plan.domain || length !== plan.length) {
      throw new Error(`buffer "${name}" is planned twice, differently`);
    }
    joined[name] = plan;
  }
  return joined;
}

/** What a plan adds to one that is there. */
export const newIn = (plan: MemoryPlan, there: MemoryPlan): MemoryPlan =>
  Object.fromEntries(Object.entries(plan).filter(([name]) => !(name in there)));

/** Every call of the program once, in order, whatever it is repeated. */
export function* callsOf(program: Program): Generator<Call> {
  for (const item of program) {
    if ('repeat' in item) yield* callsOf(item.body);
    else yield item;
  }
}

/** Every loop of the program, inner ones after the one they are in. */
function* repeatsOf(program: Program): Generator<Repeat> {
  for (const item of program) {
    if (!('repeat' in item)) continue;
    yield item;
    yield* repeatsOf(item.body);
  }
}

/**
 * Refuses a program that would read or write where it must not: an unknown buffer, one of another element or domain, a
 * range past the end, a buffer bound twice where one binding writes, a condition or the end of a loop that is no word.
 * Backends call it before they take a program in.
 */
export function checkProgram(name: string, program: Program, memory: MemoryPlan): void {
  for (const { repeat: count, when: flag, until, only: times, body } of repeatsOf(program)) {
    if (times !== undefined && (flag !== undefined || until !== undefined || count !== 1))
      throw new Error(`program ${name}: what is for the times '${times}' is no loop and no condition`);
    if (flag !== undefined && (until !== undefined || count !== 1))
      throw new Error(`program ${name}: a condition is no loop`);
    if (flag !== undefined && [...repeatsOf(body)].some((inner) => inner.only !== undefined))
      throw new Error(`program ${name}: a condition has what is for some times in it`);
    if (flag !== undefined && memory[flag]?.element !== 'u32')
      throw new Error(`program ${name}: "${flag}" is no flag`);
    if (until === undefined) continue;
    const element = memory[until]?.element;
    if (element !== 'real' && element !== 'u32')
      throw new Error(`program ${name}: a loop ends by "${until}", which is ${element ?? 'no buffer'}`);
    if ([...repeatsOf(body)].some((inner) => inner.until !== undefined || inner.when !== undefined))
      throw new Error(
        `program ${name}: a loop that ends by "${until}" has another in it that ends early, or a condition`,
      );
  }
  // Threads that have nothing to do in a run would not meet in it.
  if (program.length > 0 && program.every((item) => 'repeat' in item && item.only !== undefined))
    throw new Error(`program ${name}: all of it is for some times only`);
  for (const { kernel, buffers, end } of callsOf(program)) {
    const fail = (problem: string): never => {
      throw new Error(`program ${name}, kernel ${kernel.name}: ${problem}`);
    };
    const bound = Object.entries(kernel.buffers);
    for (const [parameter, { element, domain, access, elsewhere }] of bound) {
      const plan = memory[buffers[parameter]] ?? fail(`there is no buffer "${buffers[parameter]}"`);
      if (plan.element !== element || plan.domain !== domain) {
        fail(
          `"${parameter}" is ${element} over ${domain}, "${buffers[parameter]}" is ${plan.element} over ${plan.domain}`,
        );
      }
      if (domain === kernel.over && !elsewhere && end > plan.length)
        fail(`item ${end - 1} is past the end of "${buffers[parameter]}"`);
      const twice = bound.some(([other]) => other !== parameter && buffers[other] === buffers[parameter]);
      if (access === 'write' && twice) fail(`"${buffers[parameter]}" is bound twice, and written`);
    }
  }
}
