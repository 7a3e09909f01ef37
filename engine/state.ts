/** What a world holds in memory, and how its state, positions and velocities above all, goes in and out of it. */

import type { Attached } from './attachments/attachment.ts';
import type { BackendName, Machine, StorageArray } from './backends/backend.ts';
import type { ColliderState } from './contact/colliders.ts';
import { InputError, number } from './errors.ts';
import { elementMemory } from './forces/projection.ts';
import type { InteractionState } from './interaction/interaction.ts';
import type { Model } from './model.ts';
import { WITHIN } from './motion/sound.ts';
import type { MemoryPlan } from './program.ts';
import { statisticsMemory } from './statistics/statistics.ts';

/**
 * The buffers every world has. `x` and `v` are x, y, z and, in x.w, 1 if a particle once was not finite. `masses`
 * holds mass, inverse mass (0 where pinned or attached), radius and material; `springs` rest length and stiffness (0 where torn).
 * `overlooked` has what contact did not see since the beginning: how many
 * contacts found no room, and 1 where particles were too fast.
 */
export function memoryOf(model: Model): MemoryPlan {
  const { particles, links, rows, springOf, ends, slotOf } = model;
  const state = { role: 'state', element: 'vec4', domain: 'particles', length: particles } as const;
  const constant = { role: 'constant', element: 'u32' } as const;
  return {
    x: state,
    v: state,
    force: state,
    masses: state,
    // An empty entry of a row names spring 0, which must exist.
    springs: {
      role: 'state',
      element: 'vec2',
      domain: 'springs',
      length: Math.max(1, links),
      initial: springPairs(model),
    },
    neighbours: { ...constant, domain: 'rows', length: rows.length, initial: rows },
    springOf: { ...constant, domain: 'entries', length: springOf.length, initial: springOf },
    order: { ...constant, domain: 'particles', length: particles, initial: slotOf },
    ends: { ...constant, element: 'uvec2', domain: 'springs', length: links, initial: ends },
    delta: { ...state, role: 'scratch' },
    overlooked: { role: 'state', element: 'uvec2', domain: 'one', length: 1 },
    ...elementMemory(model),
    ...statisticsMemory(model),
  };
}

/** Rest length and stiffness of each spring and link. */
function springPairs({ links, restLengths, stiffness }: Model): Float64Array {
  const pairs = new Float64Array(2 * links);
  for (let s = 0; s < links; s++) {
    pairs[2 * s] = restLengths[s];
    pairs[2 * s + 1] = stiffness[s];
  }
  return pairs;
}

/**
 * The state to continue from, in storage order; settings are not part of it. Continuing on the same backend with the same
 * settings gives the same bits.
 */
export interface Snapshot {
  readonly backend: BackendName;
  /** Fingerprint of the model it belongs to. */
  readonly model: string;
  readonly steps: number;
  /** Seconds. */
  readonly time: number;
  readonly pinned: readonly number[];
  /** Whether springs were torn or cut by hand. */
  readonly isTornByHand?: boolean;
  readonly attachments: readonly Attached[];
  /** In the order of the world's colliders. */
  readonly colliders: readonly ColliderState[];
  /** Gusts and balls shot; holds are not kept. */
  readonly interaction: InteractionState;
  /** By name, those whose role is `state`. */
  readonly buffers: Readonly<Record<string, StorageArray>>;
}

/** Steps and seconds of a snapshot of this model; refuses another's. */
export function checkSnapshot(snapshot: Snapshot, model: Model): Pick<Snapshot, 'steps' | 'time'> {
  if (typeof snapshot !== 'object' || snapshot === null)
    throw new InputError('snapshot', snapshot, 'what snapshot() gave');
  const fingerprint = fingerprintOf(model);
  if (snapshot.model !== fingerprint)
    throw new InputError('snapshot.model', snapshot.model, `this world's own: ${fingerprint}`);
  return {
    steps: number('snapshot.steps', snapshot.steps, { min: 0, integer: true }),
    time: number('snapshot.time', snapshot.time, { min: 0 }),
  };
}

/** Which contacts find no room depends on when neighbours were looked for, which is not part of the state. */
export const warningOf = ({ buffers }: Snapshot): string[] => (buffers.overlooked[0] > 0 ? [OVERLOOKED] : []);

const OVERLOOKED =
  'contacts had found no room when the snapshot was taken: what follows may differ from what followed there; fewer particles in one place cure it';

/** Puts back what was at first in what survives steps and is no part of the state. */
export function dropKept(machine: Machine): void {
  for (const [name, { role }] of Object.entries(machine.memory)) if (role === 'kept') machine.reset(name);
}

/** Equal for models whose particles and springs are the same, in number and in connection. */
export const fingerprintOf = ({ particles, springs, ends }: Model): string =>
  `${particles} particles, ${springs} springs, ${hashOf(ends)}`;

/** Three numbers a particle in the user's order -> four in storage order, w = 0. Refuses what is not a number. */
export function toStorage(
  path: string,
  values: ArrayLike<number>,
  { particles, slotOf }: Model,
): Float64Array {
  if (values.length !== 3 * particles) {
    throw new InputError(
      path,
      values,
      `${3 * particles} numbers, x, y, z for each of ${particles} particles`,
    );
  }
  const storage = new Float64Array(4 * particles);
  for (let id = 0; id < particles; id++) {
    for (let c = 0; c < 3; c++) {
      const value = values[3 * id + c];
      // The path is put together only where it is needed: this runs over every number.
      if (!(Math.abs(value) <= WITHIN.max)) number(`${path}[${3 * id + c}]`, value, WITHIN);
      storage[4 * slotOf[id] + c] = value;
    }
  }
  return storage;
}

/** Four numbers a particle in storage order -> three in the user's order, into the caller's array. */
export function fromStorage<T extends Float32Array | Float64Array>(
  storage: StorageArray,
  { slotOf }: Model,
  target: T,
): T {
  for (let id = 0; id < slotOf.length; id++) {
    const from = 4 * slotOf[id];
    target[3 * id] = storage[from];
    target[3 * id + 1] = storage[from + 1];
    target[3 * id + 2] = storage[from + 2];
  }
  return target;
}

/** Sixteen hexadecimal digits of the bits of the arrays: equal states, equal hashes, whatever the thread count. */
export function hashOf(...arrays: readonly StorageArray[]): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (const array of arrays) {
    const words = new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
    for (const word of words) {
      a = Math.imul(a ^ word, 0x01000193); // FNV-1a over words
      b = Math.imul(b ^ (word >>> 15) ^ word, 0x85ebca6b);
      b ^= b >>> 13;
    }
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
