/** One page per paper, complete in itself: our curves, the paper's numbers beside ours, what was checked. */
import type { Comparison, Verdict } from './experiment.ts';
import { plotOf } from './plot.ts';
import type { Finished } from './runner.ts';
import { stillsOf } from './stills.ts';
import { escapeXml as html } from './svg.ts';

/** Where and when it was run. */
export interface Surroundings {
  readonly version: string;
  readonly machine: string;
  readonly backend: string;
  readonly date: string;
  readonly quick: boolean;
}

export function reportOf(
  paper: string,
  finished: readonly Finished[],
  all: number,
  where: Surroundings,
): string {
  const failed = finished.flatMap(({ verdicts }) => verdicts).filter(({ ok }) => !ok).length;
  const part = finished.length < all ? `${finished.length} of its ${all} experiments. ` : '';
  const verdict = failed === 0 ? 'All checks passed.' : `${countOf(failed, 'check')} failed.`;
  const rows = [
    ['Selvedge', where.version],
    ['machine', where.machine],
    ['backend', where.backend],
    ['date', where.date],
    ['sizes', where.quick ? 'quick: smaller cloths' : 'full'],
  ];
  return page(
    paper,
    `<p>${part}${verdict} The curves are ours; of a paper its stated numbers are shown, not its figures.
Curves by iterations are the same on every machine; curves of a time budget are of this machine, and no check looks at them.</p>
${table(rows)}
<nav><ul>${finished.map(({ experiment: { id, figure, title } }) => `<li><a href="#${id}">${html(figure)}</a> ${html(title)}</li>`).join('\n')}</ul></nav>
${finished.map(sectionOf).join('\n')}`,
  );
}

/** A page that needs nothing else: title, style and what is given of HTML. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${html(title)}</h1>
${content}
</body>
</html>
`;
}

function sectionOf({ experiment, parameters, outcome, verdicts, seconds }: Finished): string {
  const { id, figure, title, claims } = experiment;
  const { panels, stills, numbers, tables = [], notes } = outcome;
  return `<section id="${id}">
<h2>${html(figure)}. ${html(title)}</h2>
<ul>${claims.map((claim) => `<li>${html(claim)}</li>`).join('\n')}</ul>
${panels.length > 0 ? `<div class="wide">${plotOf(title, panels)}</div>` : ''}
${stills.length > 0 ? `<div class="wide">${stillsOf(title, stills)}</div>` : ''}
${tables.map(({ head, rows }) => table(rows, head)).join('\n')}
${numbers.length > 0 ? table([...numbers.map(comparisonRow)], ['', 'paper', 'ours', 'ours / paper', 'why they differ']) : ''}
${table([...verdicts.map(verdictRow)], ['', 'checked', 'found', 'allowed'])}
${notes.map((note) => `<p class="note">${html(note)}</p>`).join('\n')}
<details><summary>Parameters, ${seconds.toFixed(1)} s</summary><pre>${html(JSON.stringify(parameters, null, 2))}</pre></details>
</section>`;
}

function comparisonRow({ what, paper, ours, because }: Comparison): string[] {
  const ratio = ours / paper;
  const differ = Math.abs(ratio - 1) > 0.005;
  return [what, short(paper), short(ours), short(ratio), differ ? (because ?? 'not explained') : ''];
}

const verdictRow = ({ ok, name, value, low, high }: Verdict): string[] => [
  ok ? '✓' : '✗ failed',
  name,
  short(value),
  rangeText(low, high),
];

/** What a check allows, in words. */
export function rangeText(low?: number, high?: number): string {
  if (low !== undefined && high !== undefined) return `${short(low)} to ${short(high)}`;
  return low === undefined ? `at most ${short(high ?? Number.NaN)}` : `at least ${short(low)}`;
}

/** `1 check`, `2 checks`. */
export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export const short = (value: number): string => String(Number(value.toPrecision(4)));

/** Cells as text, not HTML. */
export function table(rows: readonly (readonly string[])[], head?: readonly string[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`;
  const top = head ? `<thead>${line(head, 'th')}</thead>\n` : '';
  return `<table>${top}<tbody>${rows.map((row) => line(row, 'td')).join('\n')}</tbody></table>`;
}

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #22262b; --line: #8a8f9866; }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #e4e7eb; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; max-width: 88rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 3rem; }
ul { max-width: 60rem; } a { color: inherit; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; }
td, th { text-align: left; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.note { font-size: .9rem; max-width: 60rem; }
pre { overflow-x: auto; font-size: .8rem; }
`;
