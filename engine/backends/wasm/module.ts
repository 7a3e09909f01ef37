/** The kernels' WebAssembly module: inlined, or where the user has it from. */
import { BackendUnavailable } from '../backend.ts';
import { compiledOnce, inlinedModule } from './host.ts';
import { messageOf } from './listen.ts';
import type { ModuleSource } from './module-source.ts';

type Given = ModuleSource | ((shared: boolean, relaxed: boolean) => ModuleSource) | undefined;

/** A function for the module that asks once for each, though it is wanted when a world is prepared and when it opens. */
export function askedOnce(given: Given): Given {
  if (typeof given !== 'function') return given;
  const known = new Map<string, ModuleSource>();
  return (shared, relaxed) => {
    const key = `${shared}, ${relaxed}`;
    const source = known.get(key) ?? given(shared, relaxed);
    known.set(key, source);
    return source;
  };
}

/** The compiled module; `shared` is for more than one thread, `relaxed` for relaxed SIMD. */
export async function moduleOf(given: Given, shared: boolean, relaxed: boolean): Promise<WebAssembly.Module> {
  if (given === undefined) return inlinedModule(shared, relaxed);
  const source = typeof given === 'function' ? given(shared, relaxed) : given;
  if (source instanceof WebAssembly.Module) return source;
  const key = typeof source === 'string' ? source : ((source as { href?: string }).href ?? source);
  return compiledOnce(key, () => compileFrom(source as Uncompiled));
}

type Uncompiled = ArrayBuffer | ArrayBufferView | string | { readonly href: string };

async function compileFrom(source: Uncompiled): Promise<WebAssembly.Module> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return compile(source as BufferSource, 'module');
  const address = typeof source === 'string' ? source : source.href;
  const response = await fetch(address).catch((error) => {
    throw new BackendUnavailable(`wasm: ${address} could not be fetched: ${messageOf(error)}`);
  });
  if (!response.ok) throw new BackendUnavailable(`wasm: ${address} answered ${response.status}`);
  return compile(await response.arrayBuffer(), address);
}

async function compile(bytes: BufferSource, name: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new BackendUnavailable(`wasm: ${name} is not the kernels' WebAssembly file: ${messageOf(error)}`);
  }
}
