/** Opens a backend by name in Node. Throws if it cannot run here; there is no silent fallback. */
import { type Backend, type BackendName, reference, wasm, webgpu } from '../engine/index.ts';
import { openGpu } from '../node/index.ts';

/** The last two apply to wasm only. */
export async function openBackend(
  name: BackendName,
  threads?: number,
  deterministic = true,
): Promise<Backend> {
  if (name === 'wasm') return wasm({ threads, deterministic });
  return name === 'reference' ? reference() : webgpu({ gpu: await openGpu() });
}
