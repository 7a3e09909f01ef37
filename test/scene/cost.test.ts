/** What a text costs to read is bounded by its length, whatever is in it: these took seconds to minutes. */
import { parseScene, SceneError } from 'selvedge/scene';
import { describe, expect, it } from 'vitest';

/** Milliseconds, generous: without bounds they take several times as long. */
const MOST = 5000;

function problemsOf(text: string): { count: number; ms: number } {
  const began = performance.now();
  try {
    parseScene(text);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    return { count: error.problems.length, ms: performance.now() - began };
  }
  throw new Error('was not refused');
}

describe('a text of', () => {
  it('keys that stand twice, deep inside each other: a hundred are named', () => {
    const depth = 6000;
    const text = `${'{"a":1,"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const { count, ms } = problemsOf(text);
    expect(count).toBe(100);
    expect(ms).toBeLessThan(MOST);
  });

  it('a hundred thousand fields that do not exist: a thousand are named', () => {
    const fields = Array.from({ length: 1e5 }, (_, k) => `"field${k}":1`).join();
    const { count, ms } = problemsOf(`{"version":1,"bodies":[{"type":"rope"}],${fields}}`);
    expect(count).toBe(1000);
    expect(ms).toBeLessThan(MOST);
  });

  it('as many in a body', () => {
    const fields = Array.from({ length: 7e4 }, (_, k) => `"field${k}":1`).join();
    const { count, ms } = problemsOf(`{"version":1,"bodies":[{"type":"cloth",${fields}}]}`);
    expect(count).toBe(1000);
    expect(ms).toBeLessThan(MOST);
  });
});

describe('without making the bodies', () => {
  it('attachments by place of cloth and solids of a million particles', () => {
    const bodies = [
      { type: 'cloth', name: 'cloth', particles: [1000, 1000] },
      { type: 'solid', name: 'solid', particles: [100, 100, 100] },
    ];
    const places = ['left', 'top', 'right', 'bottom', 'top-left', 'bottom-right'];
    const attachments = Array.from({ length: 200 }, (_, k) => ({
      ...{ body: k % 2 === 0 ? 'cloth' : 'solid', collider: 0 },
      particles: [places[k % 4]],
    }));
    const colliders = [{ shape: 'plane' }];
    // Each place can be attached once.
    const { ms } = problemsOf(JSON.stringify({ version: 1, bodies, attachments, colliders }));
    expect(ms).toBeLessThan(MOST);
  });

  it('a solid is cut once for all checks', () => {
    const bodies = Array.from({ length: 8 }, (_, k) => ({
      ...{ type: 'solid', name: `${k}`, shape: 'ellipsoid', particles: [100, 100, 100], pins: [1e9] },
    }));
    const { count, ms } = problemsOf(JSON.stringify({ version: 1, bodies }));
    expect(count).toBeGreaterThan(7);
    expect(ms).toBeLessThan(MOST);
  });
});
