/**
 * The platform's types that stand in the public API. Not every TypeScript library declares them (WebGPU is in the DOM
 * library of recent versions only). An undeclared one is `any`, so that the package's types need nothing else.
 */
type Platform = typeof globalThis;

export type Device = Platform extends { GPUDevice: { prototype: infer T } } ? T : Unknown;
export type DeviceBuffer = Platform extends { GPUBuffer: { prototype: infer T } } ? T : Unknown;
export type DeviceSource = Platform extends { GPU: { prototype: infer T } } ? T : Unknown;
export type CompiledModule = Platform extends { WebAssembly: { Module: { prototype: infer T } } }
  ? T
  : Unknown;

// biome-ignore lint/suspicious/noExplicitAny: nothing can be said about a type the library does not know
type Unknown = any;
