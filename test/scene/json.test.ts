import { describe, expect, it } from 'vitest';
import { readJson, scan } from '../../scene/json.ts';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Numbers in [0, 1), always the same ones. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('scan', () => {
  it.each([
    '1',
    '-0.5e+10',
    '""',
    '"\\u00e9\\n"',
    '[]',
    '{}',
    '[{}, [], null, true]',
    ' {"a": {"b": [1, 2]}}\n',
    '"\u007f\u2028"',
  ])('agrees that %s is JSON', (text) => {
    expect(isJson(text)).toBe(true);
    expect(scan(text)).toEqual({ duplicates: [] });
  });

  it.each([
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    'nul',
    'truex',
    '"\n"',
    '"\\x"',
    '"',
    '[1,]',
    '[,]',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '1 2',
    '[1 2]',
    '}',
    '\u00a01',
    '// no',
  ])('agrees that %s is not', (text) => {
    expect(isJson(text)).toBe(false);
    expect(scan(text).error).toBeDefined();
  });

  it('agrees with JSON.parse on 20,000 damaged texts', () => {
    const whole = JSON.stringify(
      { a: [1, -2.5e-3, true, null, 'x\\"\n'], b: { c: [], d: {}, '\u00e9': 'é' } },
      null,
      1,
    );
    const letters = [...'{}[]:,"\\ 01.-+eEtfnu\n\u0001a'];
    const next = random(7);
    let sound = 0;
    for (let round = 0; round < 20_000; round++) {
      let text = whole;
      for (let cut = 0; cut < 1 + next() * 2; cut++) {
        const at = Math.floor(next() * text.length);
        const letter = next() < 0.3 ? '' : letters[Math.floor(next() * letters.length)];
        text = text.slice(0, at) + letter + text.slice(at + (next() < 0.5 ? 1 : 0));
      }
      const good = isJson(text);
      if (good) sound++;
      if ((scan(text).error === undefined) !== good)
        expect.unreachable(`${JSON.stringify(text)} is JSON: ${good}`);
    }
    expect(sound).toBeGreaterThan(1000);
    expect(sound).toBeLessThan(15_000);
  });

  it('is not troubled by depth', () => {
    const deep = '['.repeat(1_000_000);
    expect(scan(deep).error).toEqual({
      offset: 1_000_000,
      message: 'the text ends where a value or "]" should follow',
    });
  });
});

describe('readJson', () => {
  it('gives the value', () => {
    expect(readJson('{"a": [1]}')).toEqual({ a: [1] });
  });

  it('finds a field that stands twice, also when it is spelled in another way', () => {
    expect(() => readJson('{"a": {"b": [0, {"c": 1, "\\u0063": 2}]}}')).toThrow('a.b[1].c: stands twice');
    expect(() => readJson('{"a": 1, "b": {"a": 1}, "c": [{"a": 1}, {"a": 1}]}')).not.toThrow();
  });
});
