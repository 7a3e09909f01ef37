/** Which method runs on which backend, and finding a backend for a world. */
import {
  BACKEND_NAMES,
  type Backend,
  type BackendName,
  BackendUnavailable,
  type Machine,
} from './backends/backend.ts';
import { reference } from './backends/reference.ts';
import { supportsOnWasm, wasm } from './backends/wasm.ts';
import { supportsOnWebGpu, webgpu } from './backends/webgpu.ts';
import { InputError } from './errors.ts';
import type { Kernel } from './kernel.ts';
import { METHODS } from './methods/index.ts';
import type { Method } from './methods/method.ts';
import type { MemoryPlan } from './program.ts';

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

function open(choice: BackendName): Backend | Promise<Backend> {
  if (choice === 'reference') return reference();
  if (choice === 'wasm') return wasm();
  return webgpu();
}

export interface Opened {
  readonly backend: Backend;
  readonly machine: Machine;
  /** Created here from a name, so the world has to dispose of it. */
  readonly owned: boolean;
  /** Why those before it in the list were passed over, and what the backend itself has to say. */
  readonly warnings: readonly string[];
}

/** The backends of a choice, in order: names, or what reference(), wasm() and webgpu() gave. */
function candidatesOf(choice: BackendChoice): readonly (BackendName | Backend)[] {
  const candidates = Array.from(Array.isArray(choice) ? choice : [choice]) as (BackendName | Backend)[];
  if (candidates.length === 0)
    throw new InputError('backend', choice, `at least one of ${BACKEND_NAMES.join(', ')}`);
  for (const candidate of candidates) {
    const isKnown = typeof candidate === 'object' && typeof candidate?.open === 'function';
    if (!isKnown && !BACKEND_NAMES.some((name) => name === candidate))
      throw new InputError(
        'backend',
        candidate,
        `one of ${BACKEND_NAMES.join(', ')}, what reference(), wasm() or webgpu() gave, or a list of these`,
      );
  }
  return candidates;
}

/** Lets the first backend of the list begin what it needs for a world of about so many particles; others begin when they are opened. */
export function prepareFirst(choice: BackendChoice, particles: number): void {
  const [first] = candidatesOf(choice);
  const backend = first === 'wasm' ? wasm() : first;
  if (typeof backend === 'object') backend.prepare?.(particles);
}

/** Opens the memory, and what `furnish` puts into it, on the first backend of the list that is here, runs the method and has room. */
export async function openFirst(
  choice: BackendChoice,
  method: Method,
  memory: MemoryPlan,
  furnish: (machine: Machine, backend: Backend) => Promise<void>,
): Promise<Opened> {
  const choices = candidatesOf(choice);
  const passedOver: string[] = [];
  for (const candidate of choices) {
    const owned = typeof candidate === 'string';
    let backend: Backend | undefined;
    let machine: Machine | undefined;
    try {
      backend = owned ? await open(candidate) : candidate;
      demandSupport(method, backend.name);
      machine = await backend.open(memory);
      await furnish(machine, backend);
      return { backend, machine, owned, warnings: [...passedOver, ...backend.warnings] };
    } catch (error) {
      machine?.dispose();
      if (owned) backend?.dispose();
      if (!(error instanceof BackendUnavailable) || candidate === choices.at(-1)) throw error;
      passedOver.push(error.message);
    }
  }
  throw new Error('unreachable: the last candidate returns or throws');
}
