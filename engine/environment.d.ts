/**
 * The few globals the engine uses that are in neither ECMAScript's nor WebGPU's types. The engine is compiled without
 * DOM and Node types, so that it can't come to depend on either by accident.
 */
declare namespace WebAssembly {
  interface MemoryDescriptor {
    initial: number;
    maximum?: number;
    shared?: boolean;
  }
  class Memory {
    constructor(descriptor: MemoryDescriptor);
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: BufferSource);
    private readonly brand: never;
    static imports(module: Module): { module: string; name: string; kind: string }[];
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: BufferSource): Promise<Module>;
  function validate(bytes: BufferSource): boolean;
  function instantiate(module: Module, imports: Record<string, Record<string, unknown>>): Promise<Instance>;
}
type BufferSource = ArrayBuffer | ArrayBufferView<ArrayBuffer>;

declare const performance: { now(): number };
declare function setTimeout(act: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare function atob(text: string): string;
declare class Blob {
  constructor(parts: string[], options: { type: string });
}
declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
  static createObjectURL(blob: Blob): string;
  static revokeObjectURL(url: string): void;
}
declare function fetch(
  url: string,
): Promise<{ ok: boolean; status: number; arrayBuffer(): Promise<ArrayBuffer> }>;
declare const process: { getBuiltinModule?(name: string): Record<string, never> | undefined } | undefined;
declare const navigator: { hardwareConcurrency?: number; gpu?: GPU } | undefined;
