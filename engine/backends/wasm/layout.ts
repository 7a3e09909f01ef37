/** Where things lie in a machine's WebAssembly memory, and how a program is written there. */

import { bytesOf, type Kernel } from '../../kernel.ts';
import {
  type BufferPlan,
  type Call,
  type MemoryPlan,
  PHASES,
  type PlainPart,
  type PlainProgram,
  type Room,
  type Times,
} from '../../program.ts';
import { BackendUnavailable } from '../backend.ts';

/** As many as a pool may have. */
export const MOST_THREADS = 64;

/** Offsets in the control block, shared with execute.as.ts. */
export const CONTROL = {
  address: 64,
  go: 12,
  stop: 28,
  timed: 48,
  phaseMs: 64,
  executed: 192,
  /** Three cache lines each. */
  threads: 1024,
  bytes: 1024 + MOST_THREADS * 192,
} as const;
export const KERNEL_SLOTS = (CONTROL.threads - CONTROL.executed) / 4;

/** Members of a domain that make a piece worth taking: some microseconds of work, of wide cloths more. */
const GRAINS: Readonly<Record<string, number>> = { particles: 1024, springs: 1024, blockPairs: 32 };

/** How threads divide a kernel's range, see execute.as.ts. */
const grainOf = ({ serial, buffers, over }: Kernel): number => {
  if (serial) return 0;
  return Object.values(buffers).some(({ meeting }) => meeting) ? 1 : (GRAINS[over] ?? 1);
};

/** Bytes of a page of WebAssembly memory. */
export const PAGE = 65536;
/** 4 GiB: what 32-bit addresses reach. */
export const MOST_PAGES = 65536;
const align = (address: number) => Math.ceil(address / 64) * 64;

/** Room for programs, before the memory has to grow for them or the open-ended buffer to move. */
export const SPARE_PAGES = 4;

const bytesIn = ({ element, length }: BufferPlan): number => bytesOf(element) * length;

/** Whether a buffer takes the memory of another, which is long enough. */
function isOver(plan: BufferPlan, memory: MemoryPlan): boolean {
  const other = plan.over === undefined ? undefined : memory[plan.over];
  return other !== undefined && !other.isOpenEnded && bytesIn(other) >= bytesIn(plan);
}

const tooLarge = (bytes: number): Error =>
  new BackendUnavailable(`this model needs ${bytes} bytes; WebAssembly memory holds 4 GiB`);

/** Places buffers and programs one after the other; what has a place keeps it. */
export class Layout {
  /** Byte address of each buffer. */
  readonly address: Record<string, number> = {};
  #end = align(CONTROL.address + CONTROL.bytes);
  readonly #plans: Record<string, BufferPlan> = {};
  /** The open-ended buffer, which lies behind all others: its memory need not be there. */
  #open: string | undefined;
  /** Where the open-ended buffer began at first: from here on there may be something in memory. */
  #firstOpen = Number.POSITIVE_INFINITY;

  /** Gives every buffer that has none a place. */
  place(memory: MemoryPlan): void {
    const missing = Object.entries(memory).filter(([name]) => !(name in this.address));
    for (const [name, plan] of missing) {
      this.#plans[name] = plan;
      if (plan.isOpenEnded) this.#open = name;
      else if (!isOver(plan, memory)) this.address[name] = this.allocate(bytesIn(plan));
    }
    for (const [name, { over = name }] of missing) this.address[name] ??= this.address[over];
    this.#placeOpen();
  }

  /** Puts the open-ended buffer behind the others, with some room before it. */
  #placeOpen(): void {
    if (this.#open === undefined || this.#end <= (this.address[this.#open] ?? 0)) return;
    this.address[this.#open] = PAGE * Math.ceil(this.#end / PAGE + SPARE_PAGES);
    this.#firstOpen = Math.min(this.#firstOpen, this.address[this.#open]);
    if (this.mostPages > MOST_PAGES) throw tooLarge(PAGE * this.mostPages);
  }

  /** The open-ended buffer, if there is one. Its address changes when others are placed. */
  get open(): string | undefined {
    return this.#open;
  }

  /** Where a buffer ends. */
  endOf(name: string): number {
    return this.address[name] + bytesIn(this.#plans[name]);
  }

  /** Whether a buffer lies where the open-ended one was: there may be something in it from the beginning. */
  isUsed(name: string): boolean {
    return name !== this.#open && this.endOf(name) > this.#firstOpen;
  }

  /** What execute.as.ts needs to make room: the address of the number, bytes each, where they begin, and how many there may be. */
  roomWords({ buffer, each, countIn, at }: Pick<Room, 'buffer' | 'each' | 'countIn' | 'at'>): number[] {
    const plan = this.#plans[buffer];
    return [
      this.address[countIn] + 4 * at,
      each * bytesOf(plan.element),
      this.address[buffer],
      bytesIn(plan),
    ];
  }

  /** The address of so many fresh bytes. */
  allocate(bytes: number): number {
    const at = this.#end;
    this.#end = this.#after(bytes);
    this.#placeOpen();
    return at;
  }

  /** Where the memory would end with so many bytes more. */
  #after(bytes: number): number {
    const end = align(this.#end + bytes);
    if (end > MOST_PAGES * PAGE) throw tooLarge(end);
    return end;
  }

  /** Pages that hold all of it, but what is open-ended. */
  get pages(): number {
    return this.pagesFor(0);
  }

  /** Pages that hold all of it. */
  get mostPages(): number {
    return this.#open === undefined ? this.pages : Math.ceil(this.endOf(this.#open) / PAGE);
  }

  /** Pages that would hold so many bytes more, but what is open-ended. */
  pagesFor(bytes: number): number {
    const end = this.#after(bytes);
    if (this.#open === undefined) return Math.ceil(end / PAGE);
    const open = this.address[this.#open];
    return end <= open ? open / PAGE : Math.ceil(end / PAGE + SPARE_PAGES);
  }

  /** Bytes that these buffers would take, those that have no place yet or are to `move`. */
  sizeOf(memory: MemoryPlan, move: readonly string[]): number {
    const sizes = Object.entries(memory).map(([name, plan]) =>
      (name in this.address && !move.includes(name)) || plan.isOpenEnded ? 0 : align(bytesIn(plan)),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}

/** Bytes of a kernel's argument block: a pointer per buffer, four bytes per scalar. */
export const argumentBytes = (kernel: Kernel): number =>
  4 * (Object.keys(kernel.buffers).length + Object.keys(kernel.scalars).length);

/** Bits of the times through a program, as execute.as.ts has them. */
const WHICH: Readonly<Record<Times, number>> = {
  alone: 1,
  first: 2,
  earlier: 4,
  last: 8,
};

/** The words of a program and of its argument blocks; see execute.as.ts for their meaning. */
export function encodeProgram(
  program: PlainProgram,
  at: number,
  layout: Layout,
  kernelIndex: (kernel: Kernel) => number,
): { bytes: Uint8Array<ArrayBuffer>; start: number; end: number } {
  const blocks: number[][] = [];
  let blockAt = at;
  const blockOf = (words: number[]): number => {
    blocks.push(words);
    const address = blockAt;
    blockAt += 4 * words.length;
    return address;
  };
  const encodeArguments = (call: Call): number => {
    const block: number[] = [];
    for (const name of Object.keys(call.kernel.buffers)) block.push(layout.address[call.buffers[name]]);
    for (const [name, type] of Object.entries(call.kernel.scalars)) {
      block.push(type === 'u32' ? call.scalars[name] : floatBits(call.scalars[name]));
    }
    return blockOf(block);
  };
  const encode = (items: PlainProgram): number[] =>
    items.flatMap((item) => {
      if (item.kind !== 'call') {
        const body = encode(item.body);
        if (item.kind === 'room') return [-4, blockOf(layout.roomWords(item)), 4 * body.length, 0, ...body];
        const [code, value, ended] = partWords(item, layout);
        return [code, value, 4 * body.length, ended, ...body];
      }
      const { kernel, first, end, phase } = item;
      return [kernelIndex(kernel), encodeArguments(item), first, end, grainOf(kernel), PHASES.indexOf(phase)];
    });
  const words = encode(program);
  const all = Uint32Array.from([...blocks.flat(), ...words]);
  const end = at + all.byteLength;
  return { bytes: new Uint8Array(all.buffer), start: blockAt, end };
}

/** What execute.as.ts takes a part for: its code, what that means by its second word, and the address of the word that ends it. */
function partWords(
  part: Exclude<PlainPart, { kind: 'room' }>,
  { address }: Layout,
): [code: number, value: number, ended: number] {
  switch (part.kind) {
    case 'loop':
      return [-1, part.times, 0];
    case 'until':
      return [-1, part.times, address[part.ended]];
    case 'when':
      return [-2, address[part.flag], 0];
    case 'only':
      return [-3, WHICH[part.when], 0];
  }
}

const floatView = new Float32Array(1);
const bitsView = new Uint32Array(floatView.buffer);
function floatBits(value: number): number {
  floatView[0] = value;
  return bitsView[0];
}
