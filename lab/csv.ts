/** All curves of an experiment as one table, a row a point. */
import type { Panel, Table } from './experiment.ts';

export function* csvOf(panels: readonly Panel[]): Generator<string> {
  yield 'panel,curve,x,y,x_axis,y_axis\n';
  for (const { id, x, y, curves } of panels) {
    for (const { label, points } of curves) {
      const cells = [quoted(x.label), quoted(y.label)].join(',');
      for (const [a, b] of points) yield `${quoted(id)},${quoted(label)},${a},${b},${cells}\n`;
    }
  }
}

/** A table as it stands in the report. */
export function* tableCsvOf({ head, rows }: Table): Generator<string> {
  for (const row of [head, ...rows]) yield `${row.map(quoted).join(',')}\n`;
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
