/** The line that shows the progress of a run. */
import { describe, expect, it } from 'vitest';
import { duration, Progress } from '../../cli/progress.ts';
import { SMALL, selvedge } from './command.ts';

function terminal(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

describe('on a terminal', () => {
  it('is drawn over itself, not too often, and taken away at the end', () => {
    const screen = terminal(true);
    let time = 0;
    const progress = new Progress(200, screen, () => time);
    for (time = 0; time < 500; time += 10) progress.update(time / 10);
    expect(screen.written).toHaveLength(5);
    expect(screen.written.every((text) => text.startsWith('\r\x1b[K'))).toBe(true);
    expect(screen.written[4]).toContain('[#####...................] 20 %  step 40 of 200, 2 s left');
    progress.end();
    expect(screen.written.at(-1)).toBe('\r\x1b[K');
  });

  it('fits into a narrow one', () => {
    const screen = terminal(true, 20);
    new Progress(10, screen, () => 0).update(5);
    expect(screen.written[0].replace('\r\x1b[K', '')).toHaveLength(19);
  });
});

describe('elsewhere', () => {
  it('writes nothing', () => {
    const pipe = terminal(false);
    const progress = new Progress(10, pipe, () => 0);
    progress.update(5);
    progress.end();
    expect(pipe.written).toEqual([]);
  });

  it('leaves the pipes of a run clean', async () => {
    const { code, out, err } = await selvedge(['run', ...SMALL, '--steps', '200']);
    expect([code, err]).toEqual([0, '']);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(out).not.toMatch(/[\r\x1b]/);
  });
});

it('says durations as people do', () => {
  expect([0.2, 59, 75, 3600].map(duration)).toEqual(['1 s', '59 s', '1 min 15 s', '60 min 0 s']);
});
