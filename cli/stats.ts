/** `--stats`: the statistics over time as CSV, one row per step or per so many steps. */
import type { Statistics } from '../engine/index.ts';

export const COLUMNS = [
  'step',
  'time',
  'error',
  'strainMean',
  'strainMax',
  'kinetic',
  'spring',
  'potential',
  'iterations',
  'ms',
] as const;

export class StatsTable {
  readonly #rows: string[] = [`${COLUMNS.join(',')}\n`];
  #last = { step: 0, total: 0 };

  /** `ms` is the cost of one step, averaged over the steps since the previous row. */
  add(step: number, time: number, statistics: Statistics): void {
    const { error, strain, energy, iterations, ms } = statistics;
    // Where only some steps are measured, as on a GPU, the total is an estimate and may be corrected downwards.
    const cost = Math.max(0, ms.total - this.#last.total) / (step - this.#last.step);
    this.#last = { step, total: ms.total };
    const values = [
      step,
      time,
      error,
      strain.mean,
      strain.max,
      energy.kinetic,
      energy.spring,
      energy.potential,
      iterations,
      cost,
    ];
    this.#rows.push(`${values.join(',')}\n`);
  }

  text(): Iterable<string> {
    return this.#rows;
  }
}
