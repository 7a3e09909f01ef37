/** The statistics of a world: one read, which gives the state at the time of the call. */
import type { Machine } from '../backends/backend.ts';
import { balanceOf } from '../balance/report.ts';
import { LEDGER } from '../balance/rows.ts';
import type { Storage } from '../blocks/storage.ts';
import type { Contact } from '../contact/contact.ts';
import { NO_CONTACT } from '../contact/report.ts';
import { totalsOf } from '../forces/statistics.ts';
import { REIN } from '../limiter/limiter.ts';
import { valuesOf } from '../methods/index.ts';
import type { Model } from '../model.ts';
import { stageReports } from '../recording.ts';
import type { Resolved } from '../settings.ts';
import type { Costs } from './costs.ts';
import { STATISTICS_BUFFERS, type Statistics, sumsOf } from './statistics.ts';

/** What is known without reading. */
export interface Known extends Pick<Statistics, 'iterations' | 'substeps' | 'solver'> {
  readonly machine: Machine;
  readonly model: Model;
  readonly contact: Contact;
  readonly told: Resolved;
  readonly storage: Storage;
  readonly steps: number;
  readonly costs: Costs;
  /** Milliseconds. */
  readonly setup: number;
  readonly warn: (line: string) => void;
}

export async function collectStatistics(known: Known): Promise<Statistics> {
  const { machine, model, contact, told, storage, costs, setup, steps, warn } = known;
  const { iterations, substeps, solver } = known;
  machine.run('statistics');
  const report = told.method.report?.(valuesOf(told.method, told.settings));
  const own = report ? [report.buffer] : [];
  const stages = stageReports({ model, contact });
  const asked = stages.flatMap(({ buffers }) => buffers);
  const stored = storage.reported;
  const books = told.balance && LEDGER in machine.memory ? [LEDGER] : [];
  const reins = told.limiter && REIN in machine.memory ? [REIN] : [];
  const [[springTotal, springCount, particleTotal, ...others]] = await Promise.all([
    machine.read(...STATISTICS_BUFFERS, ...asked, ...books, ...reins, ...stored, ...own, ...totalsOf(model)),
    machine.idle(), // the last step's time has arrived
  ]);
  const take = (count: number) => others.splice(0, count);
  const ofStages = stages.map(({ buffers, of }) => of(take(buffers.length), warn));
  const [ledger] = take(books.length);
  const [rein] = take(reins.length);
  if (rein?.[1] > 0) warn(await limitedIn(machine, model));
  const [kinds, [numbers], totals] = [take(stored.length), take(own.length), others];
  return Object.assign(
    {
      ...sumsOf(model, springTotal, springCount, particleTotal, totals),
      iterations,
      substeps,
      solver,
      ms: { ...costs.upTo(steps), setup },
      contact: NO_CONTACT,
      ...(ledger && { balance: balanceOf(ledger) }),
      ...(rein && { limited: rein[1] }),
      storage: storage.reportOf(kinds),
      method: Object.fromEntries((report?.labels ?? []).map((label, k) => [label, numbers[k]])),
    },
    ...ofStages,
  );
}

/** What to say of a world that the limiter had to hold back: the body that moves most, and what to change. */
async function limitedIn(machine: Machine, { bodies, masses, slotOf }: Model): Promise<string> {
  const [v] = await machine.read('v');
  const kineticOf = ({ first, count }: Model['bodies'][number]): number => {
    let sum = 0;
    for (let id = first; id < first + count; id++) {
      const at = 4 * slotOf[id];
      sum += masses[id] * (v[at] ** 2 + v[at + 1] ** 2 + v[at + 2] ** 2);
    }
    return sum;
  };
  const most = bodies.reduce((best, body) => (kineticOf(body) > kineticOf(best) ? body : best));
  return `${most.name}: energy came out of nothing, and the limiter slowed the world down; shorter steps, more iterations or softer springs would help`;
}
