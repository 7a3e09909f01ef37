/** Which method runs on which backend, and finding a backend for a world. */
import { BACKEND_NAMES, type Backend, type BackendName, BackendUnavailable } from './backends/backend.ts';
import { reference } from './backends/reference.ts';
import { supportsOnWasm, wasm } from './backends/wasm.ts';
import { supportsOnWebGpu, webgpu } from './backends/webgpu.ts';
import { InputError } from './errors.ts';
import type { Kernel } from './kernel.ts';
import { METHODS } from './methods/index.ts';
import type { Method } from './methods/method.ts';

/** A name, a backend made by `reference()`, `wasm()` or `webgpu()`, or several of them: the first that can run is taken. */
export type BackendChoice = BackendName | Backend | readonly (BackendName | Backend)[];

const SUPPORTS: Readonly<Record<BackendName, (kernel: Kernel) => boolean>> = {
  reference: () => true,
  wasm: supportsOnWasm,
  webgpu: supportsOnWebGpu,
};

export const runsOn = (method: Method, backend: BackendName): boolean =>
  method.kernels.every(SUPPORTS[backend]);

/** Method × backend, from the kernels that exist. */
export function supportMatrix(): { method: string; title: string; backends: Record<BackendName, boolean> }[] {
  return METHODS.map((method) => ({
    method: method.id,
    title: method.title,
    backends: Object.fromEntries(BACKEND_NAMES.map((name) => [name, runsOn(method, name)])) as Record<
      BackendName,
      boolean
    >,
  }));
}

export function demandSupport(method: Method, backend: BackendName): void {
  if (runsOn(method, backend)) return;
  const able = BACKEND_NAMES.filter((name) => runsOn(method, name));
  throw new BackendUnavailable(`${method.id} does not run on ${backend}; it runs on ${able.join(' and ')}`);
}

async function open(choice: BackendName | Backend): Promise<Backend> {
  if (typeof choice !== 'string') return choice;
  if (choice === 'reference') return reference();
  if (choice === 'wasm') return wasm();
  if (choice === 'webgpu') return webgpu();
  throw new InputError('backend', choice, BACKEND_NAMES.join(', '));
}

/** The first backend of the list that is here and runs the method; the warnings say why those before it were passed over. */
export async function chooseBackend(
  choice: BackendChoice,
  method: Method,
): Promise<{ backend: Backend; warnings: string[] }> {
  const choices = (Array.isArray(choice) ? choice : [choice]) as readonly (BackendName | Backend)[];
  if (choices.length === 0)
    throw new InputError('backend', choice, `at least one of ${BACKEND_NAMES.join(', ')}`);
  const warnings: string[] = [];
  for (const candidate of choices) {
    try {
      const backend = await open(candidate);
      demandSupport(method, backend.name);
      return { backend, warnings: [...warnings, ...backend.warnings] };
    } catch (error) {
      if (!(error instanceof BackendUnavailable) || candidate === choices.at(-1)) throw error;
      warnings.push(error.message);
    }
  }
  throw new Error('unreachable');
}
