/** The registry: one line an experiment. */
import type { Experiment } from './experiment.ts';
import { fig2 as lbok13Fig2 } from './lbok13/fig2.ts';
import { fig3 as lbok13Fig3 } from './lbok13/fig3.ts';
import { fig4 as lbok13Fig4 } from './lbok13/fig4.ts';
import { pbd as lbok13Pbd } from './lbok13/pbd.ts';
import { table1 as lbok13Table1 } from './lbok13/table1.ts';
import { a1 as np17A1 } from './np17/a1.ts';
import { a2 as np17A2 } from './np17/a2.ts';
import { a3 as np17A3 } from './np17/a3.ts';
import { a4 as np17A4 } from './np17/a4.ts';
import { a5 as np17A5 } from './np17/a5.ts';
import { a6 as np17A6 } from './np17/a6.ts';
import { a7 as np17A7 } from './np17/a7.ts';
import { a8 as np17A8 } from './np17/a8.ts';
import { a9 as np17A9 } from './np17/a9.ts';
import { a10 as np17A10 } from './np17/a10.ts';
import { a11 as np17A11 } from './np17/a11.ts';
import { a12 as np17A12 } from './np17/a12.ts';
import { a13 as np17A13 } from './np17/a13.ts';
import { a14 as np17A14 } from './np17/a14.ts';
import { fig63 as np17Fig63 } from './np17/fig6-3.ts';
import { fig64 as np17Fig64 } from './np17/fig6-4.ts';
import { fig65 as np17Fig65 } from './np17/fig6-5.ts';
import { fig66 as np17Fig66 } from './np17/fig6-6.ts';
import { fig67 as np17Fig67 } from './np17/fig6-7.ts';
import { fig68 as np17Fig68 } from './np17/fig6-8.ts';
import { fig69 as np17Fig69 } from './np17/fig6-9.ts';
import { fig610 as np17Fig610 } from './np17/fig6-10.ts';
import { fig3 as pnf18Fig3 } from './pnf18/fig3.ts';
import { fig4 as pnf18Fig4 } from './pnf18/fig4.ts';
import { fig5 as pnf18Fig5 } from './pnf18/fig5.ts';
import { whichSolver } from './which-solver/which-solver.ts';

export const EXPERIMENTS: readonly Experiment[] = [
  pnf18Fig3,
  pnf18Fig4,
  pnf18Fig5,
  np17Fig63,
  np17Fig64,
  np17Fig65,
  np17Fig66,
  np17Fig67,
  np17Fig68,
  np17Fig69,
  np17Fig610,
  np17A1,
  np17A2,
  np17A3,
  np17A4,
  np17A5,
  np17A6,
  np17A7,
  np17A8,
  np17A9,
  np17A10,
  np17A11,
  np17A12,
  np17A13,
  np17A14,
  lbok13Fig2,
  lbok13Fig3,
  lbok13Fig4,
  lbok13Table1,
  lbok13Pbd,
  whichSolver,
];

export { csvOf, tableCsvOf } from './csv.ts';
export type { Experiment, Panel } from './experiment.ts';
export { plotOf } from './plot.ts';
export { countOf, page, rangeText, reportOf, type Surroundings, short, table } from './report.ts';
export { type Finished, Runner } from './runner.ts';
export { stillsOf } from './stills.ts';

/** Short names of the papers, with their titles for the report. */
export const PAPERS: Readonly<Record<string, string>> = {
  pnf18: 'Pall, Nylén, Fratarcangeli: Fast Quadrangular Mass-Spring Systems using Red-Black Ordering, 2018',
  np17: 'Nylén, Pall: The Red-Black Physics Engine, 2017',
  lbok13: 'Liu, Bargteil, O’Brien, Kavan: Fast Simulation of Mass-Spring Systems, 2013',
  'which-solver': 'Which solver to choose',
};

/** Experiments by id, by paper, by pattern (`np17-a*`) or `all`; undefined when nothing fits. */
export function experimentsOf(name: string): readonly Experiment[] | undefined {
  const escaped = name.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
  const found = EXPERIMENTS.filter(({ id, paper }) => name === 'all' || paper === name || pattern.test(id));
  return found.length > 0 ? found : undefined;
}
