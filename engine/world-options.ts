/** What a world is made of, and how it is stepped. */
import type { AbortingSignal } from './abort.ts';
import type { Attachment } from './attachments/attachment.ts';
import type { Body } from './body/body.ts';
import type { ContactOptions } from './contact/contact.ts';
import { InputError } from './errors.ts';
import type { InteractionOptions } from './interaction/interaction.ts';
import { demandFields } from './options.ts';
import type { Settings } from './settings.ts';
import type { Snapshot } from './state.ts';
import type { BackendChoice } from './support.ts';

export interface WorldOptions extends Settings, ContactOptions, InteractionOptions {
  readonly bodies: readonly Body[];
  /** What particles are attached to from the beginning. Default none. */
  readonly attachments?: readonly Attachment[];
  /** The state to begin with, as another world of the same bodies gave it, be it on another backend. Default: as the bodies are. */
  readonly from?: Snapshot;
  /** Default `wasm`. `world.backend` says which one runs. */
  readonly backend?: BackendChoice;
  /** Gives up making the world when it is aborted: the promise rejects with its reason, and what was made is freed. */
  readonly signal?: AbortingSignal;
}

export interface StepOptions {
  /**
   * Called before each step with the world's time, seconds, and the index of the step within this call, from 0. What it moves, pins
   * and pushes takes effect in that step.
   */
  readonly before?: (time: number, index: number) => void;
}

/** What is called before each step, if anything is. */
export function beforeOf(options: StepOptions): StepOptions['before'] {
  demandFields<StepOptions>('step.options', options, { before: true });
  const { before } = options;
  if (before === undefined || typeof before === 'function') return before;
  throw new InputError('step.options.before', before, 'a function of the time and the number of the step');
}

/** Parts of steps that one call enqueues one by one: about two seconds on the calling thread. */
const MOST_ALONE = 20_000;

/** Refuses more steps at once than can be enqueued one by one. */
export function demandFew(count: number, parts: number): void {
  if (count * parts <= MOST_ALONE) return;
  const most = Math.floor(MOST_ALONE / parts);
  throw new InputError(
    'step',
    count,
    `${most} at most at once where every step is enqueued by itself (colliders that move, gusts, drags, a budget); await world.idle() between`,
  );
}
