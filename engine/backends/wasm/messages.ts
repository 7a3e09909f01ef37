/** What the page and its workers say to each other. */
import type { Phase } from '../../program.ts';
import type { Connections } from '../../structure.ts';

/** What a worker is to do, in order, for one of its worlds. */
export type Command = { readonly world: number } & (
  | {
      type: 'open';
      module: WebAssembly.Module;
      /** Absent where memory can't be shared: the worker then makes its own. */
      memory?: WebAssembly.Memory;
      pages: number;
      /** 0 is the coordinator. */
      thread: number;
      threads: number;
      /** Whether one thread may do the work of all where that is faster. */
      adaptive: boolean;
    }
  /** To so many pages, if there are fewer. */
  | { type: 'grow'; pages: number }
  | { type: 'write'; address: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'copy'; from: number; to: number; bytes: number }
  | { type: 'clear'; address: number; bytes: number }
  | { type: 'run'; program: string; start: number; end: number; times: number; tag: number }
  | { type: 'find'; ticket: number; names: readonly string[]; model: Connections }
  | { type: 'read'; ticket: number; ranges: { address: number; bytes: number }[] }
  /** Drops the world's instance and memory. */
  | { type: 'close' }
);

export type Reply =
  | ((
      | { type: 'opened' }
      | {
          type: 'ran';
          program: string;
          times: number;
          tag: number;
          total: number;
          phases: Partial<Record<Phase, number>>;
          /** Of the memory, after it. */
          pages: number;
        }
      | { type: 'copies'; ticket: number; copies: ArrayBuffer[] }
      /** Nothing where that failed. */
      | { type: 'found'; ticket: number; found?: readonly unknown[] }
      | { type: 'failed'; reason: string }
      | { type: 'closed' }
    ) & { readonly world: number })
  /** Of the worker itself, which all its worlds lose. */
  | { type: 'failed'; reason: string; readonly world?: undefined };
