/** What the ledger says. */
import { FIRST, IS_OPEN, LAST, LINES, type Line, rowOf } from './rows.ts';

/** Joules, since the balance began: with the first step after it was asked for, or after a snapshot was restored. */
export interface Balance {
  /** What all energies together have changed by. */
  readonly change: number;
  /** The same by what changed it. */
  readonly work: Readonly<Record<Line, number>>;
}

export function balanceOf(ledger: ArrayLike<number>): Balance {
  let change = 0;
  if (ledger[4 * IS_OPEN] !== 0)
    for (let c = 0; c < 4; c++) change += ledger[4 * (LAST + c)] - ledger[4 * (FIRST + c)];
  const work = Object.fromEntries(LINES.map((line) => [line, ledger[4 * rowOf(line)]]));
  return { change, work: work as Record<Line, number> };
}
