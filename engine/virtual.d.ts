/** Made by the build (scripts/plugin.js): the kernels and the analysis of matrices compiled to WebAssembly, and the worker bundled to one script. */
declare module 'virtual:selvedge/kernels' {
  /** In the order of the WebAssembly dispatch. */
  export const kernelNames: readonly string[];
  /** Base64. */
  export const plain: string;
  /** Base64; for shared memory. */
  export const shared: string;
}
/** The same kernels with relaxed SIMD. */
declare module 'virtual:selvedge/relaxed' {
  export const plain: string;
  export const shared: string;
}
declare module 'virtual:selvedge/analysis' {
  /** Base64. */
  const bytes: string;
  export default bytes;
}
declare module 'virtual:selvedge/worker' {
  const source: string;
  export default source;
}
declare module '*.wgsl?raw' {
  const text: string;
  export default text;
}
