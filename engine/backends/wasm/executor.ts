/** One WebAssembly instance and its memory: what a worker holds. */
import { PHASES, type Phase } from '../../program.ts';
import { CONTROL, KERNEL_SLOTS, PAGE } from './layout.ts';

interface Exports {
  execute(
    control: number,
    program: number,
    end: number,
    times: number,
    done: number,
    all: number,
    threads: number,
  ): void;
  serve(control: number, thread: number, threads: number): void;
}

export class Executor {
  readonly #exports: Exports;

  private constructor(
    instance: WebAssembly.Instance,
    readonly memory: WebAssembly.Memory,
  ) {
    this.#exports = instance.exports as unknown as Exports;
  }

  static async create(
    module: WebAssembly.Module,
    memory: WebAssembly.Memory,
    now: () => number,
  ): Promise<Executor> {
    const imports: Record<string, Record<string, WebAssembly.Memory | (() => number)>> = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      imports[from] ??= {};
      imports[from][name] = kind === 'memory' ? memory : now;
    }
    return new Executor(await WebAssembly.instantiate(module, imports), memory);
  }

  get pages(): number {
    return this.memory.buffer.byteLength / PAGE;
  }

  growTo(pages: number): void {
    if (pages > this.pages) this.memory.grow(pages - this.pages);
  }

  write(address: number, bytes: Uint8Array): void {
    new Uint8Array(this.memory.buffer, address, bytes.length).set(bytes);
  }

  clear(address: number, length: number): void {
    new Uint8Array(this.memory.buffer, address, length).fill(0);
  }

  copy(from: number, to: number, length: number): void {
    new Uint8Array(this.memory.buffer).copyWithin(to, from, from + length);
  }

  /** A copy, in memory of its own. */
  read(address: number, length: number): ArrayBuffer {
    const copy = new Uint8Array(length);
    copy.set(new Uint8Array(this.memory.buffer, address, length));
    return copy.buffer;
  }

  /** Goes through a program so many times, of all that it shall be: so many are done. */
  run(program: number, end: number, times: number, threads: number, done = 0, all = times): void {
    this.#exports.execute(CONTROL.address, program, end, times, done, all, threads);
  }

  /** Milliseconds of one time through, once all of them are done. */
  phases(): Partial<Record<Phase, number>> {
    const { buffer } = this.memory;
    const ms = new Float64Array(buffer, CONTROL.address + CONTROL.phaseMs, PHASES.length);
    const [timed] = new Uint32Array(buffer, CONTROL.address + CONTROL.timed, 1);
    const each = PHASES.map((phase, k) => [phase, ms[k] / timed] as const);
    return Object.fromEntries(each.filter(([, mean]) => mean > 0));
  }

  /** A pool thread's whole life. */
  serve(thread: number, threads: number): void {
    this.#exports.serve(CONTROL.address, thread, threads);
  }

  /** Lets the pool threads come back from `serve`. */
  stop(): void {
    const words = new Int32Array(this.memory.buffer, CONTROL.address);
    Atomics.store(words, CONTROL.stop / 4, 1);
    Atomics.add(words, CONTROL.go / 4, 1);
    Atomics.notify(words, CONTROL.go / 4);
  }

  executed(): Uint32Array {
    return new Uint32Array(this.memory.buffer, CONTROL.address + CONTROL.executed, KERNEL_SLOTS).slice();
  }
}
