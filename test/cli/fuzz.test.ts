import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folder, jsonOf, selvedge } from './command.ts';

const files = folder();

describe('selvedge fuzz', () => {
  it('runs seeds and says where to go on', async () => {
    const result = await jsonOf(['fuzz', '--runs', '3', '--seed', '1000', '--into', files.path('found')]);
    expect(result).toEqual({ seeds: [1000, 1003], runs: 3, found: [] });
    expect(files.names()).toEqual([]);
  });

  it('replays a script beside its scene, and a scene alone', async () => {
    const scene = { version: 1, bodies: [{ type: 'cloth', particles: [3, 3] }] };
    const script = { scene: 'a.json', steps: 5, actions: [{ step: 2, do: 'pin', with: [4] }] };
    writeFileSync(files.path('a.json'), JSON.stringify(scene));
    writeFileSync(files.path('a.script.json'), JSON.stringify(script));
    for (const name of ['a.script.json', 'a.json']) {
      const { code, out } = await selvedge(['fuzz', '--replay', files.path(name)]);
      expect([code, out]).toEqual([0, `${files.path(name)}: nothing found\n`]);
    }
  });

  it('ends with 1 where something is found', async () => {
    // A world is asked for what it does not have: no refusal, so the run breaks.
    const scene = { version: 1, bodies: [{ type: 'cloth', particles: [3, 3] }] };
    writeFileSync(files.path('b.json'), JSON.stringify(scene));
    const script = { scene: 'b.json', steps: 5, actions: [{ step: 2, do: 'pin', with: null }] };
    writeFileSync(files.path('b.script.json'), JSON.stringify(script));
    const { code, out } = await selvedge(['fuzz', '--replay', files.path('b.script.json')]);
    expect(code).toBe(1);
    expect(out).toMatch(/^seed 0: crash: TypeError/);
  });

  it.each([
    [['fuzz', '--minutes', 'long'], '--minutes'],
    [['fuzz', '--checks', 'some'], '--checks: "some" is not allowed; one of cheap, all'],
    [['fuzz', '--replay', 'a.json', '--seed', '1'], '--replay runs one case; it takes no --seed'],
  ])('refuses %j', async (words, reason) => {
    const { code, err } = await selvedge(words);
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });
});
