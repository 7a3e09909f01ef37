/**
 * A backend runs programs. The engine talks to every backend through this seam alone; the three of them
 * are `reference.ts`, `wasm.ts` and `webgpu.ts`.
 */

import type { MemoryPlan, Phase, Program } from '../program.ts';
import type { Find } from '../structure.ts';
import type { Device, DeviceBuffer } from './platform.ts';

export type BackendName = 'reference' | 'wasm' | 'webgpu';
export const BACKEND_NAMES: readonly BackendName[] = ['reference', 'wasm', 'webgpu'];

export type StorageArray = Float64Array | Float32Array | Uint32Array;

/** Milliseconds per phase of one `run`, measured where the work is done. */
export interface Timing {
  readonly program: string;
  readonly times: number;
  /** What `run` was given. */
  readonly tag: number;
  /** Wall-clock milliseconds for all `times`. */
  readonly total: number;
  /** Milliseconds of one time through; empty where the backend can't time phases separately. */
  readonly phases: Partial<Record<Phase, number>>;
}

/**
 * One opened memory with its programs. `write`, `load` and `run` enqueue, in order, and never wait;
 * `read` resolves with copies taken after everything enqueued before it.
 */
export interface Machine {
  /** Threads that do share the work: fewer than the backend's where the model is small. */
  readonly threads: number;
  readonly description: string;
  /** On webgpu: the device and the buffers themselves, for a renderer. */
  readonly gpu?: { readonly device: Device; buffer(name: string): DeviceBuffer };
  /** The buffers there are. */
  readonly memory: MemoryPlan;
  /** Whether reals are float64. Default false. */
  readonly isDouble?: boolean;
  /** Bytes that are held, where that is more than the buffers. */
  readonly allocated?: number;
  /**
   * Makes the buffers of the plan that are not there yet, and those longer that are planned longer: they keep what is in them, and
   * programs go on with them. Throws `BackendUnavailable` where there is no room.
   */
  reserve(memory: MemoryPlan): void;
  write(buffer: string, data: ArrayLike<number>, offset?: number): void;
  /** Puts back what was in the buffer when it was made. */
  reset(buffer: string): void;
  load(name: string, program: Program): void;
  /** Structures of a model, by name, found where programs run; undefined where that failed. Absent where it is no other thread. */
  readonly find?: Find;
  /** With a `tag` above 0 the run is measured; the tag comes back with the timing. */
  run(name: string, times?: number, tag?: number): void;
  read(...buffers: readonly string[]): Promise<StorageArray[]>;
  /** The storage itself, without a copy, where the host can see it; valid until the next step. */
  view?(buffer: string): StorageArray | undefined;
  /** How often each kernel has run on this machine, counted where it runs. */
  executed(): Promise<ReadonlyMap<string, number>>;
  /** Resolves when everything enqueued has been done. */
  idle(): Promise<void>;
  onTiming: ((timing: Timing) => void) | undefined;
  /** Resolves with a reason if the machine stops working (a lost GPU device, a crashed worker). */
  readonly lost: Promise<string>;
  dispose(): void;
}

export interface Backend {
  readonly name: BackendName;
  /** Threads that may share the work of a kernel; 0 where the word has no meaning (GPU). */
  readonly threads: number;
  /** Whether it computes four numbers at once, so that blocks of four particles are worth making. */
  readonly simd?: boolean;
  /** Whether the threads of a workgroup share fast memory, so that tiles are worth making. */
  readonly tiles?: boolean;
  /** One line for people: what this is and where it runs. */
  readonly description: string;
  /** Warnings for the user: fewer threads than requested, a software GPU. */
  readonly warnings: readonly string[];
  /** Begins what opening a world of about so many particles will need, while its model is built. */
  prepare?(particles: number): void;
  open(memory: MemoryPlan): Promise<Machine>;
  /** The device whose buffers a renderer may draw from, on webgpu. */
  readonly device?: Device;
  dispose(): void;
}

/** Why a backend can't run here; the message says what to do. */
export class BackendUnavailable extends Error {
  override readonly name = 'BackendUnavailable';
}
