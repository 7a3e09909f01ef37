import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FIGURES } from '../../bench/showcases/figures.ts';
import { type Shown, shownLines } from '../../bench/showcases/index.ts';
import { show } from '../../bench/showcases/measure.ts';
import { reference } from '../../engine/index.ts';
import { folder, gpuEnvironment, jsonOf, selvedge, TOO_FAST } from './command.ts';

const files = folder();
const words = ['bench', 'showcases', '--quick', '--only', 'rotating-chair', '--out', files.path('out')];

it('says what a step costs, phase by phase, beside the papers', async () => {
  const { scenes, files: written } = await jsonOf([...words, '--only', 'rope']);
  const [rope, chair] = scenes as Shown[];
  expect([rope.id, chair.id]).toEqual(['rope', 'rotating-chair']);
  expect(rope.paper).toBeUndefined();
  expect(chair).toMatchObject({
    particles: 98 * 98,
    springs: 2 * 97 * 98,
    stepsPerFrame: 16,
    parts: 1,
    steps: 100,
    backend: 'wasm',
    faults: 0,
    paper: { ms: 2.5, springs: 19_000 },
  });
  expect(chair.storage).not.toBe('');
  const { perStep, phases } = chair.ms;
  for (const phase of ['predict', 'local', 'global', 'contact', 'finish'] as const)
    expect(phases[phase]).toBeGreaterThan(0);
  const sum = Object.values(phases).reduce((all, each) => all + each, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(1.01 * perStep);
  expect(chair.fps).toBeCloseTo(1000 / (16 * perStep), 6);
  const page = readFileSync(written[0], 'utf8');
  for (const part of ['<svg', 'rotating-chair', '2.5 ms a step', 'contact', '<th>parts'])
    expect(page).toContain(part);
}, 120_000);

it('counts what the user has, of a cloth that splits too', async () => {
  const cloth = { type: 'cloth', particles: [6, 5], strength: 1.5 };
  const counted = async (split: boolean) => {
    const text = JSON.stringify({ version: 1, bodies: [{ ...cloth, split }] });
    const { particles, springs } = await show({ id: 'sheet', text }, reference(), true, async () => {});
    return { particles, springs };
  };
  expect(await counted(true)).toEqual(await counted(false));
  expect((await counted(true)).particles).toBe(30);
});

it('says into how many parts a step is divided, and what contact did not see', async () => {
  const shown = (timestep: number, substeps: number) =>
    show(
      { id: 'ropes', text: JSON.stringify({ ...TOO_FAST, timestep, substeps }) },
      reference(),
      true,
      async () => {},
    );
  const [long, short] = [await shown(1 / 60, 8), await shown(1 / 480, 1)];
  expect([long.parts, short.parts]).toEqual([8, 1]);
  expect(long.warnings).toEqual([expect.stringContaining('passed each other unseen')]);
  const lines = shownLines(long);
  expect(lines).toMatch(/^ropes\n/);
  expect(lines).toContain(', 0 colliders;');
  expect(shownLines({ ...long, title: 'Two', threads: 1 })).toMatch(/^ropes: Two\n(.*\n).*, 1 thread, /);
  expect(lines).toMatch(/6 steps of 16\.67 ms, \d+ a frame, each in 8 parts\n/);
  expect(lines).toContain(`warning: ${long.warnings[0]}`);
});

it('prints a table for people', async () => {
  const { code, out } = await selvedge([...words, '--backend', 'wasm']);
  expect(code).toBe(0);
  expect(out).toMatch(/^ +particles +springs +steps a frame +parts +ms a step +predict/m);
  expect(out).toMatch(/^rotating-chair +9604 +19012 +16 +1 .*2\.5 ms a step, 19000 springs, PNF18 Fig\. 1$/m);
}, 120_000);

it('has the figures of the papers', () => {
  expect(FIGURES['four-cloths-hit']).toMatchObject({ springs: 32_000, ms: 4.1, fps: 35 });
  expect(FIGURES.funnel).toMatchObject({ springs: 59_000, fps: 35 });
});

it('leaves out what the backend cannot do, and says so', async () => {
  const only = ['lbok13-cloth', 'rope'].flatMap((id) => ['--only', id]);
  const options = ['--quick', '--backend', 'webgpu', '--out', files.path('gpu')];
  const env = await gpuEnvironment();
  const { scenes, leftOut } = await jsonOf(['bench', 'showcases', ...only, ...options], { env });
  expect((scenes as Shown[]).map(({ id, backend }) => [id, backend])).toEqual([['rope', 'webgpu']]);
  expect(leftOut).toEqual([
    { id: 'lbok13-cloth', why: expect.stringContaining('pd-cholesky does not run on webgpu') },
  ]);
}, 120_000);
