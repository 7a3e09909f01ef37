/**
 * A program is what a method records: a flat list of kernel calls, nested only by `repeat`.
 * It holds no arithmetic. Backends execute it.
 */
import type { BufferDeclaration, Domain, Element, Kernel, ScalarType } from './kernel.ts';

/** What a call's time is counted under in the statistics. */
export const PHASES = [
  'prepare',
  'predict',
  'local',
  'global',
  'project',
  'finish',
  'statistics',
  'surface',
] as const;
export type Phase = (typeof PHASES)[number];

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
  readonly body: Program;
}

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
  return { kernel: kernel as unknown as Kernel, phase: options.phase, first, end, buffers, scalars };
}

export const repeat = (times: number, ...body: Program): Repeat => ({ repeat: times, body });

/** A buffer that programs run on: what, over which domain, how many members. */
export interface BufferPlan {
  readonly element: Element;
  readonly domain: Domain;
  readonly length: number;
}
export type MemoryPlan = Readonly<Record<string, BufferPlan>>;

/** Every call of the program once, in order, whatever it is repeated. */
export function* callsOf(program: Program): Generator<Call> {
  for (const item of program) {
    if ('repeat' in item) yield* callsOf(item.body);
    else yield item;
  }
}
