/**
 * A program is what a method records: a list of kernel calls, nested by loops and conditions
 * (`repeat`, `repeatUntil`, `when`, `only`), parts of which say what they compute (`operation`).
 * It holds no arithmetic. Backends execute it.
 */
import { number } from './errors.ts';
import {
  type BufferDeclaration,
  componentsOf,
  type Domain,
  type Element,
  type Kernel,
  type ScalarType,
} from './kernel.ts';
import type { Meaning } from './meaning.ts';

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

/** One kernel, over a range of its items. */
export interface Call {
  readonly kind: 'call';
  readonly kernel: Kernel;
  readonly phase: Phase;
  /** Items [first, end). */
  readonly first: number;
  readonly end: number;
  /** The world's buffer for each of the kernel's buffers. */
  readonly buffers: Readonly<Record<string, string>>;
  readonly scalars: Readonly<Record<string, number>>;
}

/** Runs its body so many times. */
export interface Loop {
  readonly kind: 'loop';
  readonly times: number;
  readonly body: Program;
}

/**
 * Runs its body at most `times` times. Before each iteration it reads the first number of the buffer `ended` and leaves the loop
 * if that is not 0. A body that has begun runs to its end.
 */
export interface Until {
  readonly kind: 'until';
  readonly ended: string;
  readonly times: number;
  readonly body: Program;
}

/** Runs its body where the one whole number of the buffer `flag` is not 0, which is set to 0 before the body begins. */
export interface When {
  readonly kind: 'when';
  readonly flag: string;
  /** The body does no harm where the flag is 0: a backend may run it without looking, where looking costs more. */
  readonly mayRun: boolean;
  readonly body: Program;
}

/** Runs its body in some of the times that one `run` goes through the program. */
export interface Only {
  readonly kind: 'only';
  readonly when: Times;
  readonly body: Program;
}

/**
 * Runs its body with room in the open-ended buffer `buffer` for what it writes there: `each` members for each of the number that stands
 * at the place `at` of the buffer `countIn`, if it is so long.
 */
export interface Room {
  readonly kind: 'room';
  readonly buffer: string;
  readonly each: number;
  readonly countIn: string;
  readonly at: number;
  readonly body: Program;
}

/** Where a run goes through once: `alone`. Where several times: the `first`, the `last`, and all `earlier` than that. */
export type Times = 'alone' | 'first' | 'earlier' | 'last';

/**
 * Says what its body computes, so that a rewrite for another storage (engine/blocks) can compute it otherwise. Backends run the
 * body: `checkProgram` leaves nothing else of it.
 */
export interface Operation<M extends Meaning = Meaning> {
  readonly kind: 'operation';
  readonly means: M;
  readonly body: Program;
}

/** What has a body. */
export type Part = Loop | Until | When | Only | Room | Operation;
export type Item = Call | Part;
export type Program = readonly Item[];

type Plain<P extends Part> = Omit<P, 'body'> & { readonly body: PlainProgram };
export type PlainPart = Plain<Loop> | Plain<Until> | Plain<When> | Plain<Only> | Plain<Room>;
export type PlainItem = Call | PlainPart;
/** What backends run: calls, loops and conditions. */
export type PlainProgram = readonly PlainItem[];

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
  return { kind: 'call', kernel, phase: options.phase, first, end, buffers, scalars };
}

/** Whether two programs make the same calls. */
export const isSameProgram = (a: Program, b: Program): boolean =>
  a.length === b.length && a.every((item, k) => isSameItem(item, b[k]));

function isSameItem(a: Item, b: Item): boolean {
  if (a.kind === 'call' || b.kind === 'call') {
    if (a.kind !== b.kind) return false;
    const [{ kernel, ...rest }, { kernel: other, ...others }] = [a as Call, b as Call];
    return kernel === other && JSON.stringify(rest) === JSON.stringify(others);
  }
  const [{ body, ...rest }, { body: other, ...others }] = [a, b];
  return JSON.stringify(rest) === JSON.stringify(others) && isSameProgram(body, other);
}

/** Records a loop; at least once, so that every program does something. */
export const repeat = (times: number, ...body: Program): Loop => ({
  kind: 'loop',
  times: timesOf('repeat', times),
  body,
});

/** Records a body that runs only where `flag`, a buffer of one whole number, is not 0. The flag is cleared when the body runs. No round trip to the host. */
export const when = (flag: string, ...body: Program): When => ({ kind: 'when', flag, mayRun: false, body });

/** Records what need only run where a buffer of one whole number is not 0, and does no harm elsewhere. */
export const whenUseful = (flag: string, ...body: Program): When => ({
  ...when(flag, ...body),
  mayRun: true,
});

/**
 * Records a loop of at most so many times, which ends once a kernel has made the first number of the buffer other than 0.
 * On the GPU what is left of the loop is dispatched and does nothing.
 */
export const repeatUntil = (ended: string, times: number, ...body: Program): Until => ({
  kind: 'until',
  ended,
  times: timesOf('repeatUntil', times),
  body,
});

/** Records what only some of the times through a program do. */
export const only = (times: Times, ...body: Program): Only => ({ kind: 'only', when: times, body });

/** Records what needs room in an open-ended buffer. Where a backend has all of it from the beginning, the body just runs. */
export const withRoom = (of: Omit<Room, 'kind' | 'body'>, ...body: Program): Room => ({
  kind: 'room',
  ...of,
  body,
});

/** Records a piece of a program with what it computes. */
export const operation = <const M extends Meaning>(means: M, ...body: Program): Operation<M> => ({
  kind: 'operation',
  means,
  body,
});

/** Records a solve: each iteration is a local step, then sweeps or a cycle, all of them operations. */
export const iterations = (times: number, ...each: readonly Operation[]): Operation =>
  operation({ what: 'iterations' }, repeat(times, ...each));

/** The program with the bodies of operations in their place. */
export const plain = (program: Program): PlainProgram =>
  program.flatMap((item): PlainProgram => {
    if (item.kind === 'call') return [item];
    const body = plain(item.body);
    return item.kind === 'operation' ? body : [{ ...item, body }];
  });

const timesOf = (name: string, times: number): number => number(name, times, { min: 1, integer: true });

/**
 * How long what is in a buffer lives.
 * - `state`: goes on from step to step and into snapshots.
 * - `constant`: what it was made with.
 * - `prepared`: made from settings, topology and state before a step, by the method's `prepare` or by the host; made anew when these
 *   change, and after restoring.
 * - `kept`: survives steps, such as neighbours found earlier, counts by which threads meet, zeros around a grid. Restoring a snapshot
 *   puts back what it was at first, and what follows has the same bits.
 * - `scratch`: anything between two steps.
 */
export type Role = 'state' | 'constant' | 'prepared' | 'kept' | 'scratch';

/** A buffer that programs run on: what, over which domain, how many members. */
export interface BufferPlan {
  readonly element: Element;
  readonly domain: Domain;
  readonly length: number;
  readonly role: Role;
  /** What it is for, where memory is accounted for (`memory.ts`). Default: the world itself. */
  readonly part?: string;
  /** Another buffer of scratch that is never in use at the same time: a backend may give both the same memory. */
  readonly over?: string;
  /**
   * Scratch that is long and mostly unused: a backend that can gives it memory as a program asks for it (`withRoom`). At most one of a
   * world's buffers is.
   */
  readonly isOpenEnded?: boolean;
  /** Written when the buffer is made, and when restoring drops what is kept. Default zeros. */
  readonly initial?: ArrayLike<number>;
}
export type MemoryPlan = Readonly<Record<string, BufferPlan>>;

/** All plans as one; parts may share a buffer if they mean the same by it. */
export function joinPlans(...plans: readonly MemoryPlan[]): MemoryPlan {
  const joined: Record<string, BufferPlan> = {};
  for (const [name, plan] of plans.flatMap((each) => Object.entries(each))) {
    const known = joined[name] ?? plan;
    if (!isSameKind(known, plan) || known.length !== plan.length) throw plannedTwice(name);
    joined[name] = plan;
  }
  return joined;
}

const isSameKind = (a: BufferPlan, b: BufferPlan): boolean =>
  a.element === b.element && a.domain === b.domain && a.role === b.role;
const plannedTwice = (name: string): Error => new Error(`buffer "${name}" is planned twice, differently`);

/** What reserving a plan makes of the buffers there are. */
export interface Reserved {
  readonly added: MemoryPlan;
  /** Those that become longer, and how long they were. They keep what is in them; behind it comes what a new one has there. */
  readonly grown: readonly { readonly name: string; readonly before: number }[];
  /** All there are then. */
  readonly memory: MemoryPlan;
}

/** A buffer that is there already and is planned shorter stays as long as it is. */
export function reservedIn(there: MemoryPlan, plan: MemoryPlan): Reserved {
  const grown: Reserved['grown'][number][] = [];
  const added: Record<string, BufferPlan> = {};
  const memory: Record<string, BufferPlan> = { ...there };
  for (const [name, planned] of Object.entries(plan)) {
    const known = there[name];
    if (known && !isSameKind(known, planned)) throw plannedTwice(name);
    if (!known) added[name] = planned;
    else if (planned.length > known.length) grown.push({ name, before: known.length });
    else continue;
    memory[name] = planned;
  }
  return { added, grown, memory };
}

/** Of a buffer that has become longer: what it begins with behind the old part, and where, in numbers. */
export function tailOf(
  { element, initial = [] }: BufferPlan,
  before: number,
): { values: ArrayLike<number>; offset: number } {
  const offset = componentsOf[element] * before;
  return { values: Array.prototype.slice.call(initial, offset), offset };
}

/** Whether a program binds one of these buffers, or reads it as a flag. */
export const binds = (program: Program, names: ReadonlySet<string>): boolean =>
  program.some((item) => {
    if (item.kind === 'call') return Object.values(item.buffers).some((name) => names.has(name));
    const word = item.kind === 'when' ? item.flag : item.kind === 'until' ? item.ended : '';
    return names.has(word) || binds(item.body, names);
  });

/** The buffers of a plan that these programs bind. */
export function boundBy(plan: MemoryPlan, ...programs: readonly Program[]): MemoryPlan {
  const isBound = (name: string) => programs.some((program) => binds(program, new Set([name])));
  return Object.fromEntries(Object.entries(plan).filter(([name]) => isBound(name)));
}

/** Every call of the program once, in order, whatever it is repeated. */
export function* callsOf(program: Program): Generator<Call> {
  for (const item of program) {
    if (item.kind === 'call') yield item;
    else yield* callsOf(item.body);
  }
}

/** The program with other calls in the place of each. An operation of other calls is no longer what it says: its body alone stays. */
export const replaceCalls = (program: Program, replace: (item: Call) => Program): Program =>
  plain(program).flatMap(
    (item): Program =>
      item.kind === 'call' ? replace(item) : [{ ...item, body: replaceCalls(item.body, replace) }],
  );

/** Every part of the program, inner ones after the one they are in. */
function* partsOf(program: Program): Generator<Part> {
  for (const item of program) {
    if (item.kind === 'call') continue;
    yield item;
    yield* partsOf(item.body);
  }
}

/**
 * Refuses a program that would read or write where it must not: an unknown buffer, one of another element or domain, a
 * range past the end, a buffer bound twice where one binding writes, a condition or the end of a loop that is no word.
 * Backends call it before they take a program in, and run what it returns.
 */
export function checkProgram(name: string, given: Program, memory: MemoryPlan): PlainProgram {
  const program = plain(given);
  for (const part of partsOf(program)) {
    if ([...callsOf(part.body)].length === 0) throw new Error(`program ${name}: a ${part.kind} of no calls`);
    if (part.kind === 'when' && memory[part.flag]?.element !== 'u32')
      throw new Error(`program ${name}: "${part.flag}" is no flag`);
    if (part.kind === 'room' && !(memory[part.buffer] && part.at < (memory[part.countIn]?.length ?? 0)))
      throw new Error(`program ${name}: there is no room for "${part.buffer}" by "${part.countIn}"`);
    if (part.kind !== 'until') continue;
    const element = memory[part.ended]?.element;
    if (element !== 'real' && element !== 'u32')
      throw new Error(`program ${name}: a loop ends by "${part.ended}", which is ${element ?? 'no buffer'}`);
  }
  // Threads that have nothing to do in a run would not meet in it.
  if (program.length > 0 && program.every((item) => item.kind === 'only'))
    throw new Error(`program ${name}: all of it is for some times only`);
  for (const { kernel, buffers, end } of callsOf(program)) {
    const fail = (problem: string): never => {
      throw new Error(`program ${name}, kernel ${kernel.name}: ${problem}`);
    };
    const bound = Object.entries(kernel.buffers);
    for (const [parameter, { element, domain, access, elsewhere, anyDomain }] of bound) {
      const plan = memory[buffers[parameter]] ?? fail(`there is no buffer "${buffers[parameter]}"`);
      if (plan.element !== element || (plan.domain !== domain && !anyDomain)) {
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
  return program;
}
