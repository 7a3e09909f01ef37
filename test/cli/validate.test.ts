/** `selvedge validate` and `selvedge info`. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { METHODS } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { folder, gpuEnvironment, jsonOf, ROOT, selvedge } from './command.ts';

const files = folder();
const good = files.path('good.json');
const bad = files.path('bad.json');
const torn = files.path('torn.json');
writeFileSync(good, '{ "version": 1, "bodies": [{ "type": "rope" }] }');
writeFileSync(
  bad,
  '{ "version": 1, "bodies": [{ "type": "rope", "mass": -1 }], "timestep": 0, "gravty": 1 }',
);
writeFileSync(torn, '{ "version": 1, "bodies": [');

const builtIn = readdirSync(path.join(ROOT, 'scenes'))
  .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
  .map((name) => path.basename(name, '.json'));

describe('validate', () => {
  it('approves every scene that comes with Selvedge, by name and by path', async () => {
    const paths = builtIn.map((name) => path.join('scenes', `${name}.json`));
    const { code, out } = await selvedge(['validate', ...builtIn, ...paths], { cwd: ROOT });
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(2 * builtIn.length);
    for (const name of [...builtIn, ...paths]) expect(out).toContain(`${name}: OK`);
  });

  it('lists every problem of every file, and still checks those after a bad one', async () => {
    const { code, out, err } = await selvedge(['validate', bad, torn, files.path('none.json'), good]);
    expect(code).toBe(2);
    expect(out).toBe(`${good}: OK, 1 body, auto\n`);
    for (const words of [`${bad} is refused`, 'bodies[0].mass: -1', 'timestep: 0', 'gravty', 'gravity'])
      expect(err).toContain(words);
    expect(err).toMatch(/torn\.json is refused:\n {2}scene: not JSON at line 1, column 28/);
    expect(err).toContain('none.json is neither a file nor a built-in scene');
  });

  it('says the same as JSON, all on stdout', async () => {
    const { code, out, err } = await selvedge(['validate', good, bad, '--json']);
    expect([code, err]).toEqual([2, '']);
    const { files: verdicts } = JSON.parse(out);
    expect(verdicts[0]).toEqual({ file: good, ok: true, problems: [], warnings: [] });
    expect(verdicts[1].ok).toBe(false);
    const paths = verdicts[1].problems.map((problem: { path: string }) => problem.path);
    expect(paths.sort()).toEqual(['bodies[0].mass', 'gravty', 'timestep']);
  });

  it('reads standard input', async () => {
    const { code, out } = await selvedge(['validate', '-'], { input: '{ "version": 1, "bodies": [] }' });
    expect([code, out]).toEqual([2, '']);
  });

  it('refuses what is not UTF-8', async () => {
    writeFileSync(files.path('utf16.json'), Buffer.from('\ufeff{ "version": 1 }', 'utf16le'));
    const { code, err } = await selvedge(['validate', files.path('utf16.json')]);
    expect([code, err]).toEqual([2, expect.stringContaining('is not text in UTF-8')]);
  });
});

describe('info', () => {
  it('says what runs here, having tried it', async () => {
    const facts = await jsonOf(['info'], { env: await gpuEnvironment() });
    for (const name of ['reference', 'wasm', 'webgpu']) expect(facts.backends[name].runs, name).toBe(true);
    expect(facts.methods.map(({ id }: { id: string }) => id)).toEqual(METHODS.map(({ id }) => id));
    const sequential = facts.methods.find(({ id }: { id: string }) => id === 'pd-gs');
    expect(sequential.backends).toEqual({ reference: true, wasm: true, webgpu: false });
    expect(facts.scenes).toEqual([...builtIn].sort());
  });

  it.runIf(process.platform === 'linux')('says why a backend does not run', async () => {
    const { code, out } = await selvedge(['info'], {
      env: { ...process.env, VK_ICD_FILENAMES: '/nowhere/driver.json' },
    });
    expect(code).toBe(0);
    expect(out).toMatch(/wasm +runs: WebAssembly/);
    expect(out).toMatch(/webgpu +does not run here: .*\/nowhere\/driver\.json/);
    expect(out).toMatch(/pd-gs .* yes +yes +no/);
  });
});
