// Solvers side by side, and plots of what is measured: the arithmetic, and as a person uses it in a real Chromium.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, History, type Sample, svgOf } from '../../studio/plot.ts';
import { advance, builtAddress, keepShot, launch, open, openFile, positionsOf, smallScene } from './page.ts';

const sample = (time: number, error: number): Sample => ({
  ...{ time, error, iterations: 10 * time, strain: 1, energy: -2, ms: 0.5 },
});
const run = (...errors: number[]) => errors.map((error, k) => sample(k, error));

describe('a plot', () => {
  const heights = (svg: string) =>
    [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points]) =>
      points.split(' ').map((point) => Number(point.split(',')[1])),
    );

  it('has a line for each run, by factors where values differ by thousands', () => {
    const [even] = heights(svgOf([{ title: 'a', samples: run(1, 2, 3) }], 'error', 'time'));
    expect(even[0] - even[1]).toBeCloseTo(even[1] - even[2], 1);
    const two = [
      { title: 'a', samples: run(1, 0.1, 0.01) },
      { title: 'b', samples: run(1, 0.03, 0.0001) },
    ];
    const [first, second] = heights(svgOf(two, 'error', 'iterations'));
    expect(first[1] - first[0]).toBeCloseTo(first[2] - first[1], 1);
    expect(second[2]).toBeGreaterThan(first[2]);
  });

  it('writes names as text, and draws nothing of nothing', () => {
    const svg = svgOf([{ title: '<script>"&', samples: [] }], 'strain', 'time');
    expect(svg).toContain('1: &lt;script&gt;&quot;&amp;');
    expect(svg).not.toMatch(/NaN|Infinity|<script/);
  });

  it('begins anew after a step back, and keeps a long run short', () => {
    const history = new History();
    for (let k = 0; k < 5 * History.MOST; k++) history.add(sample(k, 1));
    expect(history.samples.length).toBeLessThanOrEqual(History.MOST);
    expect(history.samples.at(-1)?.time).toBe(5 * History.MOST - 1);
    history.add(sample(1.5, 1));
    expect(history.samples.every(({ time }) => time <= 1.5)).toBe(true);
    history.add(sample(2, Number.NaN));
    expect(history.samples.at(-1)?.time).toBe(1.5);
  });

  it('is a table, too', () => {
    const csv = csvOf([{ title: 'say "a"', samples: run(0.5) }]);
    expect(csv).toBe(
      'solver,time s,iterations,error m2,strain %,energy J,ms\n"say ""a""",0,0,0.5,1,-2,0.5\n',
    );
  });
});

describe('in the studio', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    browser = await launch({ webgpu: false });
    ({ page, complaints } = await open(browser, `${builtAddress()}#v=1&paused=1&scene=rope`));
    await openFile(page, 'small.json', smallScene(12));
  });
  afterAll(() => browser?.close());

  it('puts another solver beside it from one state, under one hand, plots both and saves the table', async () => {
    await page.evaluate(() => window.studio.stepOnce());
    await page.locator('#compare-panel summary').click();
    await page.locator('#rival-1').selectOption('pbd-jacobi');
    await page.waitForFunction(() => window.studio.rivals.length === 1);
    await page.evaluate(() => window.studio.ready);
    const rival = () =>
      page.evaluate(async () => [...(await window.studio.rivals[0].world.read()).positions]);
    expect(await rival()).toEqual(await positionsOf(page));
    expect(await page.evaluate(() => window.studio.rivals[0].view.position.length())).toBeGreaterThan(0.3);
    await page.evaluate(() => window.studio.play());
    await advance(page, 10);
    await page.waitForFunction(() => document.querySelectorAll('#plot polyline').length === 2);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('#plot polyline')].every(
        (line) => line.getAttribute('points')!.split(' ').length > 2,
      ),
    );
    await page.evaluate(() => window.studio.pause());
    expect(await rival()).not.toEqual(await positionsOf(page));
    await keepShot(page, 'compare');
    // One hand.
    const [x, y] = await page.evaluate(() => window.studio.locate(66));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.waitForFunction(() => window.studio.grabbed !== undefined);
    const id = await page.evaluate(() => window.studio.grabbed!);
    const before = await rival();
    await page.mouse.move(x + 40, y - 30, { steps: 4 });
    await page.evaluate(() => window.studio.play());
    await advance(page, 40);
    await page.mouse.up();
    await page.evaluate(() => window.studio.pause());
    const after = await rival();
    expect(
      Math.hypot(after[3 * id] - before[3 * id], after[3 * id + 1] - before[3 * id + 1]),
    ).toBeGreaterThan(0.01);
    const waiting = page.waitForEvent('download');
    await page.locator('#save-csv').click();
    const csv = readFileSync(await (await waiting).path(), 'utf8');
    expect(csv.split('\n')[0]).toBe('solver,time s,iterations,error m2,strain %,energy J,ms');
    expect(csv).toMatch(/^"Position based dynamics.*,\d/m);
    // Alone again, with the camera where it was.
    await page.locator('#rival-1').selectOption('');
    await page.waitForFunction(() => window.studio.rivals.length === 0);
    await page.evaluate(() => window.studio.reset());
    expect(complaints).toEqual([]);
  });
});
