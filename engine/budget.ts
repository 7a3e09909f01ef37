/**
 * The time-budget mode of [PNF18] and [NP17]: as many iterations as fit into so many milliseconds a step. The count is
 * chosen before a step, from what earlier steps cost, and reported, so that a run can be replayed with fixed counts.
 */
import { ITERATED_PHASES, type Phase } from './program.ts';

/** The weight of a new measurement against all before: settles in a few steps, shrugs off a single slow one. */
const FRESHNESS = 0.3;

export class Budget {
  #perIteration: number | undefined;
  #fixed = 0;

  constructor(
    /** Milliseconds per step. */
    readonly ms: number,
    readonly max: number,
  ) {}

  /** Iterations for the next step; 1 until the first measurement. */
  get count(): number {
    if (this.#perIteration === undefined) return 1;
    const fitting = Math.floor((this.ms - this.#fixed) / Math.max(this.#perIteration, 1e-6));
    return Math.min(this.max, Math.max(1, fitting));
  }

  /** Records the cost of a step of `iterations`. Where phases are not timed separately, all of it counts as iterations. */
  observe(iterations: number, total: number, phases: Partial<Record<Phase, number>>): void {
    const iterated = ITERATED_PHASES.reduce((sum, phase) => sum + (phases[phase] ?? 0), 0);
    // A step too short for the clock: as if it had taken half the budget, so that the next one tries twice as much.
    const spent = total > 0 ? total : this.ms / 2;
    const each = (iterated > 0 ? iterated : spent) / iterations;
    const rest = iterated > 0 ? Math.max(0, spent - iterated) : 0;
    const blend = (old: number, fresh: number) => old + FRESHNESS * (fresh - old);
    this.#fixed = this.#perIteration === undefined ? rest : blend(this.#fixed, rest);
    this.#perIteration = this.#perIteration === undefined ? each : blend(this.#perIteration, each);
  }
}
