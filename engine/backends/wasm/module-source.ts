import type { CompiledModule } from '../platform.ts';

/** Compiled, as bytes, or the address to fetch it from. */
export type ModuleSource =
  | CompiledModule
  | ArrayBuffer
  | ArrayBufferView
  | string
  | { readonly href: string };
