/** What the lab writes: tables that read back, pictures and pages that are well formed, and the curves in them. */
import { describe, expect, it, test } from 'vitest';
import { wasm } from '../../engine/index.ts';
import type { Panel } from '../../lab/experiment.ts';
import {
  csvOf,
  experimentsOf,
  type Finished,
  plotOf,
  Runner,
  reportOf,
  stillsOf,
  tableCsvOf,
} from '../../lab/index.ts';

const run = (id: string): Promise<Finished> =>
  new Runner({ quick: true, backend: async () => wasm({ threads: 1 }) }).run(experimentsOf(id)![0]);

const panel = (more: Partial<Panel> = {}): Panel => ({
  id: 'a',
  title: 'One & two < three',
  x: { label: 'x, ms' },
  y: { label: 'y', log: true },
  curves: [
    {
      solver: 'rbgs',
      label: 'R, "5 it."',
      style: { colour: '#e03131' },
      points: [
        [0, 1],
        [17_000, 1e-6],
      ],
    },
  ],
  ...more,
});

/** Every tag closed in its order, no bare < or &. */
function expectWellFormed(text: string): void {
  const open: string[] = [];
  const voids = ['meta', 'link', 'br'];
  const rest = text
    .replace(/<!doctype html>/, '')
    .replace(/<style>[^<]*<\/style>/g, '')
    .replace(
      /<(\/?)([a-z]\w*)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>/g,
      (_, closing, name, _attributes, alone) => {
        if (closing) expect(open.pop()).toBe(name);
        else if (!alone && !voids.includes(name)) open.push(name);
        return '';
      },
    );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!#\d+;)/);
}

describe('plots', () => {
  it('are well formed, with their words escaped', () => {
    const drawn = plotOf('A & B', [panel(), panel({ id: 'b', beside: true }), panel({ id: 'c' })]);
    expectWellFormed(drawn);
    expect(drawn).toContain('One &#38; two &#60; three');
    expect(drawn.match(/<g /g)).toHaveLength(3);
  });

  it('have ticks as people write them, logarithmic by powers of ten', () => {
    const drawn = plotOf('', [panel()]);
    for (const tick of ['>0<', '>5,000<', '>15,000<', '>1<', '>1e-6<']) expect(drawn).toContain(tick);
  });

  it('have ticks at 2 and 5 too where there are few powers of ten, and dots where asked for', () => {
    const points = [
      [0, 3e-5],
      [1, 4e-4],
    ] as const;
    const style = { colour: '#e03131', dots: true };
    const drawn = plotOf('', [panel({ curves: [{ ...panel().curves[0], style, points }] })]);
    for (const tick of ['>2e-5<', '>5e-5<', '>1e-4<', '>5e-4<']) expect(drawn).toContain(tick);
    for (const tick of ['>1e-5<', '>1e-3<']) expect(drawn).not.toContain(tick);
    expect(drawn.match(/<circle /g)).toHaveLength(2);
    expect(plotOf('', [panel()])).not.toContain('<circle');
  });

  it('take constant, empty and tiny data', () => {
    const flat = (points: readonly (readonly [number, number])[]) =>
      panel({ y: { label: 'y' }, curves: [{ ...panel().curves[0], points }] });
    for (const points of [
      [],
      [
        [0, 3],
        [1, 3],
      ],
      [
        [0, -1e-9],
        [1, 1e-9],
      ],
    ] as const) {
      const drawn = plotOf('', [flat(points)]);
      expectWellFormed(drawn);
      expect(drawn).not.toMatch(/NaN|Infinity/);
    }
  });

  it('keep labels apart and inside', () => {
    const curves = ['a', 'b', 'c', 'd'].map((label) => ({ ...panel().curves[0], label }));
    const drawn = plotOf('', [panel({ curves })]);
    const heights = ['a', 'b', 'c', 'd'].map((label) =>
      Number(new RegExp(`y="([\\d.]+)" class="small">${label}<`).exec(drawn)?.[1]),
    );
    const sorted = heights.toSorted((a, b) => a - b);
    for (let k = 1; k < 4; k++) expect(sorted[k] - sorted[k - 1]).toBeGreaterThanOrEqual(16);
    expect(sorted[3]).toBeLessThan(280);
  });
});

it('a table has a row a point, quoted where needed', () => {
  const rows = [...csvOf([panel()])].join('').trim().split('\n');
  expect(rows).toEqual([
    'panel,curve,x,y,x_axis,y_axis',
    'a,"R, ""5 it.""",0,1,"x, ms",y',
    'a,"R, ""5 it.""",17000,0.000001,"x, ms",y',
  ]);
});

describe('a report', () => {
  it('holds pictures, numbers, ratios, checks, parameters and surroundings, and nothing from outside', async () => {
    const finished = await run('np17-a3');
    const where = {
      version: '1.2.3',
      machine: 'a <machine>',
      backend: 'wasm',
      date: '2020-01-01',
      quick: true,
    };
    const page = reportOf('Paper', [finished], 22, where);
    expectWellFormed(page);
    for (const words of ['1 of its 22 experiments', 'a &#60;machine&#62;', '2020-01-01', 'ours / paper'])
      expect(page).toContain(words);
    for (const words of ['iterations in 1 ms, RBGS', 'another machine', 'id="np17-a3"', '✓', '<svg'])
      expect(page).toContain(words);
    expect(page).not.toMatch(/src=|href="(?!#)/);
  });

  it('says what failed', async () => {
    const finished = await run('np17-a2');
    const verdicts = finished.verdicts.map((verdict, k) => ({ ...verdict, ok: k > 0 }));
    const where = { version: '1', machine: 'm', backend: 'b', date: 'd', quick: true };
    const page = reportOf('Paper', [{ ...finished, verdicts }], 1, where);
    expect(page).toContain('1 check failed');
    expect(page).toContain('✗ failed');
  });
});

it('stills are quads of the cloth, and the same run gives the same picture', async () => {
  const [once, again] = [await run('pnf18-fig5'), await run('pnf18-fig5')].map(({ outcome }) => outcome);
  expect(once.stills).toHaveLength(12);
  const drawn = stillsOf('Stills', once.stills);
  expectWellFormed(drawn);
  expect(drawn.match(/Z"/g)).toHaveLength(12 * 24 * 24);
  expect(stillsOf('Stills', again.stills)).toBe(drawn);
  expect([...csvOf(again.panels)]).toEqual([...csvOf(once.panels)]);
});

test('a still shows the edge of another cloth where it has one', () => {
  const positions = Float32Array.from([0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0]);
  const still = { row: 'a row', caption: 'a cloth', colour: '#8a8f98', side: 2, positions };
  expect(stillsOf('', [still])).not.toContain('class="edge"');
  const drawn = stillsOf('', [{ ...still, edge: positions.map((x) => 2 * x) }]);
  expectWellFormed(drawn);
  expect(drawn.match(/class="edge" d="M[^L]*(L[^L]*){3}z"/g)).toHaveLength(1);
});

test('a table is a file of its own, cells with commas quoted', () => {
  const table = {
    head: ['method', 'ms, a step'],
    rows: [
      ['newton "exact"', '1'],
      ['pd-rbgs', '0.2'],
    ],
  };
  expect([...tableCsvOf(table)].join('')).toBe('method,"ms, a step"\n"newton ""exact""",1\npd-rbgs,0.2\n');
});
