/** The package has types for its JavaScript build only; this one is the same in WebAssembly. */
declare module 'ammojs3/builds/ammo.wasm.js' {
  import Ammo from 'ammojs3';
  export default function load(): Promise<typeof Ammo>;
}
