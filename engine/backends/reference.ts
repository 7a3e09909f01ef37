/** The reference: float64, one thread, every kernel in plain TypeScript. Slow, and right. */
import { componentsOf, isReal } from '../kernel.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import {
  type Call,
  checkProgram,
  type MemoryPlan,
  type Phase,
  type PlainProgram,
  type Program,
  reservedIn,
  type Times,
  tailOf,
  type When,
} from '../program.ts';
import type { Backend, Machine, StorageArray, Timing } from './backend.ts';

export interface ReferenceOptions {
  /** Milliseconds; the phases are measured with it. Default: `performance.now`. */
  readonly now?: () => number;
}

const OPTIONS: FieldsOf<ReferenceOptions> = { now: true };

const DESCRIPTION = 'TypeScript, float64, one thread';

export function reference(options: ReferenceOptions = {}): Backend {
  demandFields('reference', options, OPTIONS);
  const { now = () => performance.now() } = options;
  return {
    name: 'reference',
    threads: 1,
    description: DESCRIPTION,
    warnings: [],
    open: async (memory) => new ReferenceMachine(memory, now),
    dispose: () => {},
  };
}

class ReferenceMachine implements Machine {
  onTiming: ((timing: Timing) => void) | undefined;
  readonly threads = 1;
  readonly isDouble = true;
  readonly description = DESCRIPTION;
  readonly lost = new Promise<string>(() => {});
  readonly #buffers: Record<string, StorageArray> = {};
  readonly #programs = new Map<string, PlainProgram>();
  readonly #executed = new Map<string, number>();
  #phases: Partial<Record<Phase, number>> = {};

  memory: MemoryPlan = {};

  constructor(
    memory: MemoryPlan,
    readonly now: () => number,
  ) {
    this.reserve(memory);
  }

  reserve(memory: MemoryPlan): void {
    const { added, grown, memory: all } = reservedIn(this.memory, memory);
    this.memory = all;
    for (const [name, { initial }] of Object.entries(added)) {
      this.#buffers[name] = this.#make(name);
      if (initial) this.write(name, initial);
    }
    for (const { name, before } of grown) {
      const old = this.#buffers[name];
      this.#buffers[name] = this.#make(name);
      this.write(name, old);
      const { values, offset } = tailOf(all[name], before);
      this.write(name, values, offset);
    }
  }

  #make(name: string): StorageArray {
    const { element, length } = this.memory[name];
    const size = componentsOf[element] * length;
    return isReal(element) ? new Float64Array(size) : new Uint32Array(size);
  }

  write(buffer: string, data: ArrayLike<number>, offset = 0): void {
    this.#buffers[buffer].set(data, offset);
  }

  reset(buffer: string): void {
    this.#buffers[buffer].fill(0);
    const { initial } = this.memory[buffer];
    if (initial) this.write(buffer, initial);
  }

  load(name: string, program: Program): void {
    this.#programs.set(name, checkProgram(name, program, this.memory));
  }

  run(name: string, times = 1, tag = 0): void {
    this.#phases = {};
    const began = this.now();
    for (let t = 0; t < times; t++) {
      const [isFirst, isLast] = [t === 0, t === times - 1];
      const which = {
        alone: times === 1,
        first: isFirst && !isLast,
        earlier: !isLast,
        last: isLast && !isFirst,
      };
      this.#execute(this.#programs.get(name)!, which);
    }
    const total = this.now() - began;
    const phases = Object.fromEntries(Object.entries(this.#phases).map(([phase, ms]) => [phase, ms / times]));
    this.onTiming?.({ program: name, times, tag, total, phases });
  }

  #execute(program: PlainProgram, which: Readonly<Record<Times, boolean>>): void {
    for (const item of program) {
      switch (item.kind) {
        case 'call':
          this.#call(item);
          break;
        case 'loop':
          for (let t = 0; t < item.times; t++) this.#execute(item.body, which);
          break;
        case 'until':
          for (let t = 0; t < item.times && this.#buffers[item.ended][0] === 0; t++)
            this.#execute(item.body, which);
          break;
        case 'when':
          if (this.#takes(item)) this.#execute(item.body, which);
          break;
        case 'room':
          this.#execute(item.body, which);
          break;
        case 'only':
          if (which[item.when]) this.#execute(item.body, which);
          break;
      }
    }
  }

  /** Whether the condition holds; it is used up by that. */
  #takes({ flag }: When): boolean {
    const [value] = this.#buffers[flag];
    this.#buffers[flag][0] = 0;
    return value !== 0;
  }

  #call({ kernel, buffers, scalars, first, end, phase }: Call): void {
    const args: Record<string, StorageArray | number> = { ...scalars };
    for (const name of Object.keys(kernel.buffers)) args[name] = this.#buffers[buffers[name]];
    const began = this.now();
    kernel.reference(args as Parameters<typeof kernel.reference>[0], first, end);
    this.#phases[phase] = (this.#phases[phase] ?? 0) + this.now() - began;
    this.#executed.set(kernel.name, (this.#executed.get(kernel.name) ?? 0) + 1);
  }

  async read(...buffers: readonly string[]): Promise<StorageArray[]> {
    return buffers.map((name) => this.#buffers[name].slice());
  }

  view(buffer: string): StorageArray {
    return this.#buffers[buffer];
  }

  async executed(): Promise<ReadonlyMap<string, number>> {
    return new Map(this.#executed);
  }

  async idle(): Promise<void> {}

  dispose(): void {}
}
