/** Where things lie in a machine's WebAssembly memory, and how a program is written there. */

import { bytesOf, type Kernel } from '../../kernel.ts';
import {
  type Call,
  type MemoryPlan,
  PHASES,
  type PlainPart,
  type PlainProgram,
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

/** Places buffers and programs one after the other; what has a place keeps it. */
export class Layout {
  /** Byte address of each buffer. */
  readonly address: Record<string, number> = {};
  #end = align(CONTROL.address + CONTROL.bytes);

  /** Gives every buffer that has none a place. */
  place(memory: MemoryPlan): void {
    for (const [name, { element, length }] of Object.entries(memory))
      this.address[name] ??= this.allocate(bytesOf(element) * length);
  }

  /** The address of so many fresh bytes. */
  allocate(bytes: number): number {
    const at = this.#end;
    this.#end = this.#after(bytes);
    return at;
  }

  /** Where the memory would end with so many bytes more. */
  #after(bytes: number): number {
    const end = align(this.#end + bytes);
    if (end > MOST_PAGES * PAGE)
      throw new BackendUnavailable(`this model needs ${end} bytes; WebAssembly memory holds 4 GiB`);
    return end;
  }

  /** Pages that hold all of it. */
  get pages(): number {
    return this.pagesFor(0);
  }

  /** Pages that would hold so many bytes more. */
  pagesFor(bytes: number): number {
    return Math.ceil(this.#after(bytes) / PAGE);
  }

  /** Bytes that these buffers would take, those that have no place yet or are to `move`. */
  sizeOf(memory: MemoryPlan, move: readonly string[]): number {
    const sizes = Object.entries(memory).map(([name, { element, length }]) =>
      name in this.address && !move.includes(name) ? 0 : align(bytesOf(element) * length),
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
  const encodeArguments = (call: Call): number => {
    const block: number[] = [];
    for (const name of Object.keys(call.kernel.buffers)) block.push(layout.address[call.buffers[name]]);
    for (const [name, type] of Object.entries(call.kernel.scalars)) {
      block.push(type === 'u32' ? call.scalars[name] : floatBits(call.scalars[name]));
    }
    blocks.push(block);
    const address = blockAt;
    blockAt += 4 * block.length;
    return address;
  };
  const encode = (items: PlainProgram): number[] =>
    items.flatMap((item) => {
      if (item.kind !== 'call') {
        const body = encode(item.body);
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
function partWords(part: PlainPart, { address }: Layout): [code: number, value: number, ended: number] {
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
