/** What steps have cost, as far as it was measured: on the GPU only some are. */
import type { Timing } from '../backends/backend.ts';
import type { Phase } from '../program.ts';
import type { Statistics } from './statistics.ts';

export class Costs {
  #steps = 0;
  #ms = 0;
  #phases: Partial<Record<Phase, number>> = {};

  /** Counts from the step numbered `since`. */
  constructor(readonly since: number) {}

  /** Of `times` parts of a step, so many of which make one. */
  add({ times, total, phases }: Timing, parts: number): void {
    this.#steps += times / parts;
    this.#ms += total;
    for (const [phase, ms] of Object.entries(phases) as [Phase, number][]) {
      this.#phases[phase] = (this.#phases[phase] ?? 0) + ms * times;
    }
  }

  /** Averages over the measured steps, and a total as if all up to `steps` had cost as much. */
  upTo(steps: number): Omit<Statistics['ms'], 'setup'> {
    const measured = this.#steps || 1;
    const perStep = this.#ms / measured;
    const each = Object.entries(this.#phases).map(([phase, ms]) => [phase, ms / measured]);
    return { total: perStep * (steps - this.since), perStep, phases: Object.fromEntries(each) };
  }
}
