import { describe, expect, it } from 'vitest';
import { ScenePacer } from '../../studio/pacer.ts';

/** Steps taken in a second on a display of that rate. */
function second(pacer: ScenePacer, rate: number): number {
  let steps = 0;
  for (let frame = 0; frame <= rate; frame++) steps += pacer.due((1000 * frame) / rate);
  return steps;
}

describe('the pace of a scene', () => {
  it.each([30, 60, 75, 144])('plays at the speed of the scene at %i Hz', (rate) => {
    const pacer = new ScenePacer(8);
    pacer.learn(0.1);
    // 8 steps a frame are 480 a second; the first frame comes on top.
    expect(Math.abs(second(pacer, rate) - 488)).toBeLessThanOrEqual(2);
  });

  it('slows down on a slow machine instead of taking ever longer', () => {
    const pacer = new ScenePacer(8);
    pacer.learn(20);
    // 40 ms are two steps of 20 ms, whatever is owed by then.
    for (let k = 0; k < 20; k++) expect(pacer.due(1000 * k)).toBe(2);
  });

  it('takes one step at a time while the cost is not known, or very high', () => {
    const pacer = new ScenePacer(8);
    expect([pacer.due(0), pacer.knowsCost]).toEqual([1, false]);
    pacer.learn(5000);
    expect([pacer.due(1000), pacer.knowsCost]).toEqual([1, true]);
  });

  it('owes nothing after a rest', () => {
    const pacer = new ScenePacer(8);
    pacer.learn(0.1);
    pacer.due(0);
    pacer.rest();
    expect(pacer.due(60_000)).toBe(8);
  });
});
