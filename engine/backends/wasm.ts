/** The fast CPU path: WebAssembly SIMD, in workers, with threads over shared memory where they can be had. */
import { kernelNames } from 'virtual:selvedge/kernels';
import { InputError } from '../errors.ts';
import { bytesOf, componentsOf, type Kernel, storageOf } from '../kernel.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { binds, checkProgram, type MemoryPlan, type Program, reservedIn, tailOf } from '../program.ts';
import type { Find } from '../structure.ts';
import { type Backend, BackendUnavailable, type Machine, type StorageArray, type Timing } from './backend.ts';
import type { CompiledModule } from './platform.ts';
import { defaultThreads, hasRelaxedSimd, inlinedModule, startWorker, whyNoThreads } from './wasm/host.ts';
import {
  CONTROL,
  encodeProgram,
  KERNEL_SLOTS,
  Layout,
  MOST_PAGES,
  MOST_THREADS,
  PAGE,
} from './wasm/layout.ts';
import type { Command, Reply } from './wasm/messages.ts';
import type { WorkerLike } from './wasm/worker-like.ts';

/** Compiled, as bytes, or the address to fetch it from. */
export type ModuleSource =
  | CompiledModule
  | ArrayBuffer
  | ArrayBufferView
  | string
  | { readonly href: string };

export interface WasmOptions {
  /**
   * Threads that share the work, 1 to 64. Default: as many as the model keeps busy, at most 4 and the machine's cores; and
   * one alone while that is faster, as on a busy machine. A number that is given is kept to, also where one thread would be faster.
   * Always 1 where memory can't be shared.
   */
  readonly threads?: number;
  /**
   * True, the default: every machine computes the same bits. False lets the processor multiply and add in one instruction, rounding
   * once, where the runtime has relaxed SIMD; a warning says where it has not.
   */
  readonly deterministic?: boolean;
  /** Starts a worker from the external file `selvedge/worker.js` instead of the inlined one. */
  readonly worker?: () => WorkerLike;
  /**
   * The external `selvedge/kernels.wasm` instead of the inlined bytes: one thread then, unless a function is given that
   * returns `selvedge/kernels-shared.wasm` when it is called with true, and `selvedge/kernels-relaxed.wasm` or
   * `selvedge/kernels-relaxed-shared.wasm` when its second argument is true.
   */
  readonly module?: ModuleSource | ((shared: boolean, relaxed: boolean) => ModuleSource);
}

const OPTIONS: FieldsOf<WasmOptions> = { threads: true, deterministic: true, worker: true, module: true };

export const supportsOnWasm = (kernel: Kernel): boolean => kernelNames.includes(kernel.name);

export function wasm(options: WasmOptions = {}): Backend {
  demandFields('wasm', options, OPTIONS);
  const { threads: wanted } = options;
  if (wanted !== undefined && !(Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_THREADS)) {
    throw new InputError('threads', wanted, `a whole number from 1 to ${MOST_THREADS}`);
  }
  const obstacle = whyNoThreads();
  const threads = obstacle
    ? 1
    : (wanted ?? (options.module && typeof options.module !== 'function' ? 1 : defaultThreads()));
  const unrelaxed = options.deterministic === false ? whyNotRelaxed(options) : undefined;
  const relaxed = options.deterministic === false && !unrelaxed;
  const warnings = [
    ...(obstacle && (wanted ?? 2) > 1
      ? [`wasm runs on one thread${wanted ? `, not ${wanted}` : ''}: ${obstacle}`]
      : []),
    ...(unrelaxed ? [`wasm runs without relaxed SIMD: ${unrelaxed}`] : []),
  ];
  return {
    name: 'wasm',
    simd: true,
    threads,
    warnings,
    description: describe(threads, relaxed),
    open: async (memory) =>
      WasmMachine.open(memory, wanted ? threads : enoughThreads(memory, threads), relaxed, options),
    dispose: () => {},
  };
}

const describe = (threads: number, relaxed: boolean): string =>
  `WebAssembly ${relaxed ? 'relaxed ' : ''}SIMD, ${threads} thread${threads > 1 ? 's' : ''}`;

/** Why kernels with relaxed SIMD can't be had; undefined where they can. */
function whyNotRelaxed({ module }: WasmOptions): string | undefined {
  if (module && typeof module !== 'function') return 'the module given decides';
  return hasRelaxedSimd() ? undefined : 'this runtime does not have it (Node 20 has it behind a flag)';
}

/** Particles that are worth a thread of their own: with fewer, the barriers cost more than the sharing saves. */
const PARTICLES_PER_THREAD = 2048;

function enoughThreads(memory: MemoryPlan, threads: number): number {
  const ofParticles = Object.values(memory).filter(({ domain }) => domain === 'particles');
  const particles = Math.max(0, ...ofParticles.map(({ length }) => length));
  return Math.min(threads, Math.ceil(particles / PARTICLES_PER_THREAD) || 1);
}

async function moduleOf(
  { module: given }: WasmOptions,
  shared: boolean,
  relaxed: boolean,
): Promise<WebAssembly.Module> {
  if (given === undefined) return inlinedModule(shared, relaxed);
  const source = typeof given === 'function' ? given(shared, relaxed) : given;
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return compile(source as BufferSource, 'module');
  const address = typeof source === 'string' ? source : source.href;
  const response = await fetch(address).catch((error) => {
    throw new BackendUnavailable(`wasm: ${address} could not be fetched: ${messageOf(error)}`);
  });
  if (!response.ok) throw new BackendUnavailable(`wasm: ${address} answered ${response.status}`);
  return compile(await response.arrayBuffer(), address);
}

async function compile(bytes: BufferSource, name: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new BackendUnavailable(`wasm: ${name} is not the kernels' WebAssembly file: ${messageOf(error)}`);
  }
}

/** Room for programs before the memory has to grow for them. */
const PROGRAM_PAGES = 4;

/** What shared memory may grow to, for methods chosen later: eight times its size, and 1 GiB at least. */
const roomFor = (pages: number): number => Math.min(MOST_PAGES, Math.max(8 * pages, 16_384));

/** A program, where its words are, and how many bytes there are for it from `at`. */
interface Placed {
  readonly program: Program;
  readonly at: number;
  readonly room: number;
  readonly start: number;
  readonly end: number;
}

class WasmMachine implements Machine {
  onTiming: ((timing: Timing) => void) | undefined;
  readonly threads: number;
  readonly description: string;
  readonly lost: Promise<string>;
  #fail!: (reason: string) => void;
  #failure: string | undefined;
  readonly #programs = new Map<string, Placed>();
  memory: MemoryPlan = {};
  #pages: number;
  readonly #tickets = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  #ticket = 0;

  private constructor(
    memory: MemoryPlan,
    readonly layout: Layout,
    pages: number,
    /** The coordinator first. */
    readonly workers: WorkerLike[],
    readonly shared: WebAssembly.Memory | undefined,
    relaxed: boolean,
  ) {
    this.threads = workers.length;
    this.description = describe(workers.length, relaxed);
    this.lost = new Promise((resolve) => {
      this.#fail = resolve;
    });
    for (const worker of workers) listen(worker, (reply) => this.#take(reply));
    this.#pages = pages;
    this.reserve(memory);
  }

  static async open(
    memory: MemoryPlan,
    threads: number,
    relaxed: boolean,
    options: WasmOptions,
  ): Promise<WasmMachine> {
    const layout = new Layout();
    layout.place(memory);
    const isShared = threads > 1;
    const module = await moduleOf(options, isShared, relaxed);
    const pages = layout.pages + PROGRAM_PAGES;
    const shared = isShared
      ? new WebAssembly.Memory({ initial: pages, maximum: roomFor(pages), shared: true })
      : undefined;
    const workers = Array.from({ length: threads }, () => (options.worker ?? startWorker)());
    const opened = workers.map((worker) => ready(worker));
    workers.forEach((worker, thread) => {
      worker.postMessage({
        type: 'open',
        module,
        memory: shared,
        pages,
        thread,
        threads,
        adaptive: options.threads === undefined,
      });
    });
    try {
      await Promise.all(opened);
    } catch (error) {
      for (const worker of workers) worker.terminate();
      throw error;
    }
    const machine = new WasmMachine(memory, layout, pages, workers, shared, relaxed);
    for (const worker of workers) worker.unref?.();
    return machine;
  }

  get allocated(): number {
    return PAGE * this.#pages;
  }

  reserve(memory: MemoryPlan): void {
    const { added, grown, memory: all } = reservedIn(this.memory, memory);
    const longer = Object.fromEntries(grown.map(({ name }) => [name, all[name]]));
    // Nothing changes before there is room for all of it: after a refusal the machine goes on as before.
    this.#growTo(this.layout.pagesFor(this.layout.sizeOf({ ...added, ...longer }, Object.keys(longer))));
    const { address } = this.layout;
    const from = { ...address };
    for (const { name } of grown) delete address[name];
    this.layout.place({ ...added, ...longer });
    this.memory = all;
    for (const [name, { initial }] of Object.entries(added)) if (initial) this.write(name, initial);
    for (const { name, before } of grown) {
      const bytes = bytesOf(all[name].element) * before;
      this.#tell({ type: 'copy', from: from[name], to: address[name], bytes });
      const { values, offset } = tailOf(all[name], before);
      this.write(name, values, offset);
    }
    const moved = new Set(grown.map(({ name }) => name));
    if (moved.size === 0) return;
    for (const [name, { program }] of this.#programs) if (binds(program, moved)) this.load(name, program);
  }

  /** Addresses stay; views made before see the old part. */
  #growTo(pages: number): void {
    const missing = pages - this.#pages;
    if (missing <= 0) return;
    try {
      if (this.shared) this.shared.grow(missing);
      else this.#tell({ type: 'grow', pages: missing });
    } catch (error) {
      throw new BackendUnavailable(
        `wasm: no memory for ${missing} more pages of 64 KiB: ${messageOf(error)}`,
      );
    }
    this.#pages += missing;
  }

  write(buffer: string, data: ArrayLike<number>, offset = 0): void {
    const { element } = this.memory[buffer];
    const copy = new (storageOf(element))(data);
    this.#writeBytes(
      this.layout.address[buffer] + copy.BYTES_PER_ELEMENT * offset,
      new Uint8Array(copy.buffer as ArrayBuffer),
    );
  }

  reset(buffer: string): void {
    const { element, length, initial } = this.memory[buffer];
    this.#tell({ type: 'clear', address: this.layout.address[buffer], bytes: bytesOf(element) * length });
    if (initial) this.write(buffer, initial);
  }

  #writeBytes(address: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#tell({ type: 'write', address, bytes }, [bytes.buffer]);
  }

  /** A new version of a program takes the place of the old one where it fits. */
  load(name: string, program: Program): void {
    checkProgram(name, program, this.memory);
    const old = this.#programs.get(name) ?? { at: 0, room: -1 };
    const length = encodeProgram(program, 0, this.layout, indexOf).end;
    if (length > old.room) this.#growTo(this.layout.pagesFor(2 * length));
    const { at, room } =
      length <= old.room ? old : { at: this.layout.allocate(2 * length), room: 2 * length };
    const { bytes, start, end } = encodeProgram(program, at, this.layout, indexOf);
    this.#writeBytes(at, bytes);
    this.#programs.set(name, { program, at, room, start, end });
  }

  run(program: string, times = 1, tag = 0): void {
    const { start, end } = this.#programs.get(program)!;
    if (start === end) return; // nothing to do, and no barrier to do it behind
    this.#tell({ type: 'run', program, start, end, times, tag });
  }

  async read(...buffers: readonly string[]): Promise<StorageArray[]> {
    const ranges = buffers.map((name) => {
      const { element, length } = this.memory[name];
      return { address: this.layout.address[name], bytes: bytesOf(element) * length };
    });
    const copies = await this.#copies(ranges);
    return copies.map((copy, k) => new (storageOf(this.memory[buffers[k]].element))(copy));
  }

  view(buffer: string): StorageArray | undefined {
    if (!this.shared) return undefined;
    const { element, length } = this.memory[buffer];
    return new (storageOf(element))(
      this.shared.buffer,
      this.layout.address[buffer],
      componentsOf[element] * length,
    );
  }

  async executed(): Promise<ReadonlyMap<string, number>> {
    const [copy] = await this.#copies([
      { address: CONTROL.address + CONTROL.executed, bytes: 4 * KERNEL_SLOTS },
    ]);
    const counts = new Uint32Array(copy);
    return new Map(kernelNames.map((name, k) => [name, counts[k]] as const).filter(([, count]) => count > 0));
  }

  async idle(): Promise<void> {
    await this.#copies([]);
  }

  dispose(): void {
    if (this.shared) {
      const words = new Int32Array(this.shared.buffer, CONTROL.address);
      Atomics.store(words, CONTROL.stop / 4, 1);
      Atomics.add(words, CONTROL.go / 4, 1);
      Atomics.notify(words, CONTROL.go / 4);
    }
    this.#failure ??= 'the world was disposed';
    for (const worker of this.workers) worker.terminate();
    this.#rejectAll();
  }

  readonly find: Find = (names, model) => this.#ask((ticket) => ({ type: 'find', ticket, names, model }));

  #copies(ranges: { address: number; bytes: number }[]): Promise<ArrayBuffer[]> {
    return this.#ask((ticket) => ({ type: 'read', ticket, ranges }));
  }

  #ask<T>(question: (ticket: number) => Command): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const ticket = this.#ticket++;
      this.#tickets.set(ticket, { resolve, reject });
      // Node's process stays alive while a promise is pending, not for idle workers.
      this.workers[0].ref?.();
      this.#tell(question(ticket));
    });
  }

  #tell(command: Command, transfer: ArrayBuffer[] = []): void {
    if (this.#failure) this.#rejectAll();
    else this.workers[0].postMessage(command, transfer);
  }

  #take(reply: Reply): void {
    if (reply.type === 'ran') {
      const { program, times, tag, total, phases } = reply;
      this.onTiming?.({ program, times, tag, total, phases });
    } else if (reply.type === 'copies') {
      this.#answer(reply.ticket, reply.copies);
    } else if (reply.type === 'found') {
      this.#answer(reply.ticket, reply.found);
    } else if (reply.type === 'failed') {
      if (this.#failure) return;
      this.#failure = reply.reason;
      this.#fail(reply.reason);
      this.#rejectAll();
      for (const worker of this.workers) worker.terminate();
    }
  }

  #answer(ticket: number, answer: unknown): void {
    this.#tickets.get(ticket)?.resolve(answer as never);
    this.#tickets.delete(ticket);
    if (this.#tickets.size === 0) this.workers[0].unref?.();
  }

  #rejectAll(): void {
    for (const { reject } of this.#tickets.values()) reject(new Error(`wasm: ${this.#failure}`));
    this.#tickets.clear();
  }
}

function indexOf(kernel: Kernel): number {
  const index = kernelNames.indexOf(kernel.name);
  if (index < 0) throw new Error(`kernel ${kernel.name} has no WebAssembly version`);
  return index;
}

/** Calls `take` with every reply, and with a failure when the worker itself breaks. */
function listen(worker: WorkerLike, take: (reply: Reply) => void): void {
  const broken = (error: unknown) =>
    take({ type: 'failed', reason: `a worker stopped: ${messageOf(error)}` });
  if (worker.on) {
    worker.on('message', (reply) => take(reply as Reply));
    worker.on('error', broken);
    worker.on('exit', (code) => take({ type: 'failed', reason: `a worker ended, code ${code}` }));
  } else {
    worker.addEventListener?.('message', (event) => take((event as { data: Reply }).data));
    worker.addEventListener?.('error', broken);
  }
}

const messageOf = (error: unknown) =>
  (error as { message?: string } | undefined)?.message ??
  'it could not be started (a content security policy may forbid inlined workers: wasm({ worker, module }) takes files)';

function ready(worker: WorkerLike): Promise<void> {
  return new Promise((resolve, reject) => {
    listen(worker, (reply) => {
      if (reply.type === 'opened') resolve();
      if (reply.type === 'failed') reject(new BackendUnavailable(`wasm: ${reply.reason}`));
    });
  });
}
