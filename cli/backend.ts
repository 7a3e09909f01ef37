/** A backend by name, as it is had in Node. Nothing falls back silently: what can't run here throws. */
import { type Backend, type BackendName, reference, wasm, webgpu } from '../engine/index.ts';
import { openGpu } from '../node/index.ts';

/** The last two are for wasm alone. */
export async function openBackend(
  name: BackendName,
  threads?: number,
  deterministic = true,
): Promise<Backend> {
  if (name === 'wasm') return wasm({ threads, deterministic });
  return name === 'reference' ? reference() : webgpu({ gpu: await openGpu() });
}
