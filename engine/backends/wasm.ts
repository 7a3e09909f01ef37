/** The fast CPU path: WebAssembly SIMD, in workers, with threads over shared memory where they can be had. */
import { kernelNames } from 'virtual:selvedge/kernels';
import { InputError } from '../errors.ts';
import { bytesOf, componentsOf, type Kernel, storageOf } from '../kernel.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import {
  binds,
  checkProgram,
  type MemoryPlan,
  type PlainProgram,
  type Program,
  reservedIn,
  tailOf,
} from '../program.ts';
import type { Find } from '../structure.ts';
import { type Backend, BackendUnavailable, type Machine, type StorageArray, type Timing } from './backend.ts';
import { defaultThreads, hasRelaxedSimd, startWorker, whyNoThreads } from './wasm/host.ts';
import {
  CONTROL,
  encodeProgram,
  KERNEL_SLOTS,
  Layout,
  MOST_PAGES,
  MOST_THREADS,
  PAGE,
  SPARE_PAGES,
} from './wasm/layout.ts';
import { messageOf } from './wasm/listen.ts';
import type { Command, Reply } from './wasm/messages.ts';
import { askedOnce, moduleOf } from './wasm/module.ts';
import type { ModuleSource } from './wasm/module-source.ts';
import { nextWorld, type PooledWorker, poolOf } from './wasm/pool.ts';
import type { WorkerLike } from './wasm/worker-like.ts';

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

export function wasm(given: WasmOptions = {}): Backend {
  demandFields('wasm', given, OPTIONS);
  const options = { ...given, module: askedOnce(given.module) };
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
    prepare: (particles) => {
      const count = wanted ? threads : enoughThreads(particles, threads);
      // What fails here fails again where the world opens, and is reported there.
      moduleOf(options.module, count > 1, relaxed).catch(() => {});
      try {
        poolOf(options.worker ?? startWorker).startAhead(count, mayShare(particles, options));
      } catch {}
    },
    open: async (memory) => {
      const particles = particlesIn(memory);
      const count = wanted ? threads : enoughThreads(particles, threads);
      return WasmMachine.open(memory, count, mayShare(particles, options), relaxed, options);
    },
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

const enoughThreads = (particles: number, threads: number): number =>
  Math.min(threads, Math.ceil(particles / PARTICLES_PER_THREAD) || 1);

/** Whether a world may share a worker with others: a small one, whose threads were left to us. */
const mayShare = (particles: number, { threads }: WasmOptions): boolean =>
  threads === undefined && particles <= PARTICLES_PER_THREAD;

function particlesIn(memory: MemoryPlan): number {
  const ofParticles = Object.values(memory).filter(({ domain }) => domain === 'particles');
  return Math.max(0, ...ofParticles.map(({ length }) => length));
}

/** What shared memory may grow to, for methods chosen later: eight times its size, and 1 GiB at least. */
const roomFor = (pages: number): number => Math.min(MOST_PAGES, Math.max(8 * pages, 16_384));

/** Bytes of memory, at most, of a world whose workers are handed on: they may hold it for a while. */
const MOST_HANDED_ON = 64 << 20;

/** A program, where its words are, and how many bytes there are for it from `at`. */
interface Placed {
  readonly program: PlainProgram;
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
  /** Runs that have not ended yet. */
  #runs = 0;
  /** Pages of a memory of the worker's own, which programs make grow, when a run ended last. */
  #grownTo = 0;
  /** Where programs have the open-ended buffer. */
  #openAt = 0;

  private constructor(
    memory: MemoryPlan,
    readonly layout: Layout,
    pages: number,
    /** Its number among those of its workers. */
    readonly world: number,
    /** The coordinator first. */
    readonly workers: readonly PooledWorker[],
    readonly shared: WebAssembly.Memory | undefined,
    relaxed: boolean,
  ) {
    this.threads = workers.length;
    this.description = describe(workers.length, relaxed);
    this.lost = new Promise((resolve) => {
      this.#fail = resolve;
    });
    for (const worker of workers) worker.join(world, (reply) => this.#take(reply));
    this.#pages = pages;
    this.reserve(memory);
  }

  static async open(
    memory: MemoryPlan,
    threads: number,
    mayShare: boolean,
    relaxed: boolean,
    options: WasmOptions,
  ): Promise<WasmMachine> {
    const layout = new Layout();
    layout.place(memory);
    const isShared = threads > 1;
    const module = await moduleOf(options.module, isShared, relaxed);
    const pages = layout.pages + (layout.open ? 0 : SPARE_PAGES);
    const maximum = roomFor(layout.mostPages + SPARE_PAGES);
    const shared = isShared ? new WebAssembly.Memory({ initial: pages, maximum, shared: true }) : undefined;
    const pool = poolOf(options.worker ?? startWorker);
    const workers = mayShare ? [pool.takeShared()] : pool.take(threads);
    const world = nextWorld();
    const opened = workers.map((worker) => ready(worker, world));
    workers.forEach((worker, thread) => {
      worker.hold();
      worker.tell({
        ...{ type: 'open', world, module, memory: shared, pages },
        ...{ thread, threads, adaptive: options.threads === undefined },
      });
    });
    try {
      await Promise.all(opened);
      return new WasmMachine(memory, layout, pages, world, workers, shared, relaxed);
    } catch (error) {
      for (const worker of workers) worker.leave(world, 'never');
      throw error;
    } finally {
      for (const worker of workers) worker.letGo();
    }
  }

  get allocated(): number {
    return this.shared?.buffer.byteLength ?? PAGE * Math.max(this.#pages, this.#grownTo);
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
    for (const [name, { initial }] of Object.entries(added)) {
      this.#clearUsed(name);
      if (initial) this.write(name, initial);
    }
    for (const { name, before } of grown) {
      const bytes = bytesOf(all[name].element) * before;
      this.#clearUsed(name);
      this.#tell({ type: 'copy', world: this.world, from: from[name], to: address[name], bytes });
      const { values, offset } = tailOf(all[name], before);
      this.write(name, values, offset);
    }
    this.#rebind(grown.map(({ name }) => name));
  }

  #clearUsed(name: string): void {
    if (!this.layout.isUsed(name)) return;
    const { element, length } = this.memory[name];
    const address = this.layout.address[name];
    this.#tell({ type: 'clear', world: this.world, address, bytes: bytesOf(element) * length });
  }

  /** Programs go on with these buffers where they are now, and with the open-ended one if it has moved. */
  #rebind(names: readonly string[]): void {
    const { open, address } = this.layout;
    const hasMoved = open !== undefined && address[open] !== this.#openAt;
    const moved = new Set(hasMoved ? [...names, open] : names);
    this.#openAt = open === undefined ? 0 : address[open];
    if (moved.size === 0) return;
    for (const [name, { program }] of this.#programs) if (binds(program, moved)) this.load(name, program);
  }

  /** What is written to the open-ended buffer or read from it by the host needs memory behind it. */
  #back(name: string): void {
    if (name === this.layout.open) this.#growTo(Math.ceil(this.layout.endOf(name) / PAGE));
  }

  /** Addresses stay; views made before see the old part. Programs may have made a memory grow as well. */
  #growTo(pages: number): void {
    const there = this.shared ? this.shared.buffer.byteLength / PAGE : this.#pages;
    const missing = pages - there;
    if (missing <= 0) {
      this.#pages = Math.max(this.#pages, pages);
      return;
    }
    try {
      if (this.shared) this.shared.grow(missing);
      else this.#tell({ type: 'grow', world: this.world, pages });
    } catch (error) {
      throw new BackendUnavailable(
        `wasm: no memory for ${missing} more pages of 64 KiB: ${messageOf(error)}`,
      );
    }
    this.#pages = pages;
  }

  write(buffer: string, data: ArrayLike<number>, offset = 0): void {
    this.#back(buffer);
    const { element } = this.memory[buffer];
    const copy = new (storageOf(element))(data);
    this.#writeBytes(
      this.layout.address[buffer] + copy.BYTES_PER_ELEMENT * offset,
      new Uint8Array(copy.buffer as ArrayBuffer),
    );
  }

  reset(buffer: string): void {
    this.#back(buffer);
    const { element, length, initial } = this.memory[buffer];
    this.#tell({
      type: 'clear',
      world: this.world,
      address: this.layout.address[buffer],
      bytes: bytesOf(element) * length,
    });
    if (initial) this.write(buffer, initial);
  }

  #writeBytes(address: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#tell({ type: 'write', world: this.world, address, bytes }, [bytes.buffer]);
  }

  /** A new version of a program takes the place of the old one where it fits. */
  load(name: string, given: Program): void {
    const program = checkProgram(name, given, this.memory);
    const old = this.#programs.get(name) ?? { at: 0, room: -1 };
    const length = encodeProgram(program, 0, this.layout, indexOf).end;
    if (length > old.room) this.#growTo(this.layout.pagesFor(2 * length));
    const { at, room } =
      length <= old.room ? old : { at: this.layout.allocate(2 * length), room: 2 * length };
    const { bytes, start, end } = encodeProgram(program, at, this.layout, indexOf);
    this.#writeBytes(at, bytes);
    this.#programs.set(name, { program, at, room, start, end });
    this.#rebind([]);
  }

  run(program: string, times = 1, tag = 0): void {
    const { start, end } = this.#programs.get(program)!;
    if (start === end) return; // nothing to do, and no barrier to do it behind
    this.#runs++;
    this.#tell({ type: 'run', world: this.world, program, start, end, times, tag });
  }

  async read(...buffers: readonly string[]): Promise<StorageArray[]> {
    const ranges = buffers.map((name) => {
      this.#back(name);
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
    const isBusy = this.#runs > 0 || this.#tickets.size > 0;
    this.#end('the world was disposed', this.allocated > MOST_HANDED_ON ? 'never' : isBusy ? 'soon' : 'now');
  }

  /** `reusable`: whether its workers go on to other worlds. */
  #end(reason: string, reusable: Parameters<PooledWorker['leave']>[1]): void {
    if (this.#failure) return;
    this.#failure = reason;
    this.#rejectAll();
    for (const worker of this.workers) worker.leave(this.world, reusable);
  }

  readonly find: Find = (names, model) =>
    this.#ask((ticket) => ({ type: 'find', world: this.world, ticket, names, model }));

  #copies(ranges: { address: number; bytes: number }[]): Promise<ArrayBuffer[]> {
    return this.#ask((ticket) => ({ type: 'read', world: this.world, ticket, ranges }));
  }

  #ask<T>(question: (ticket: number) => Command): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const ticket = this.#ticket++;
      this.#tickets.set(ticket, { resolve, reject });
      this.workers[0].hold();
      this.#tell(question(ticket));
    });
  }

  #tell(command: Command, transfer: ArrayBuffer[] = []): void {
    if (this.#failure) this.#rejectAll();
    else this.workers[0].tell(command, transfer);
  }

  #take(reply: Reply): void {
    if (reply.type === 'ran') {
      const { program, times, tag, total, phases } = reply;
      this.#runs--;
      this.#grownTo = reply.pages;
      this.onTiming?.({ program, times, tag, total, phases });
    } else if (reply.type === 'copies') {
      this.#answer(reply.ticket, reply.copies);
    } else if (reply.type === 'found') {
      this.#answer(reply.ticket, reply.found);
    } else if (reply.type === 'failed') {
      if (this.#failure) return;
      this.#end(reply.reason, 'never');
      this.#fail(reply.reason);
    }
  }

  #answer(ticket: number, answer: unknown): void {
    this.#tickets.get(ticket)?.resolve(answer as never);
    if (this.#tickets.delete(ticket)) this.workers[0].letGo();
  }

  #rejectAll(): void {
    for (const { reject } of this.#tickets.values()) {
      reject(new Error(`wasm: ${this.#failure}`));
      this.workers[0].letGo();
    }
    this.#tickets.clear();
  }
}

function indexOf(kernel: Kernel): number {
  const index = kernelNames.indexOf(kernel.name);
  if (index < 0) throw new Error(`kernel ${kernel.name} has no WebAssembly version`);
  return index;
}

function ready(worker: PooledWorker, world: number): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.join(world, (reply) => {
      if (reply.type === 'opened') resolve();
      if (reply.type === 'failed') reject(new BackendUnavailable(`wasm: ${reply.reason}`));
    });
  });
}
