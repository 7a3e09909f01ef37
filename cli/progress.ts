/** A line on a terminal with the progress of a run; prints nothing if the output is not a terminal. */

/** Milliseconds between two updates of the line. */
const PAUSE = 100;
const CLEAR_LINE = '\r\x1b[K';

export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class Progress {
  readonly #shown: boolean;
  readonly #began: number;
  #drawn = Number.NEGATIVE_INFINITY;

  constructor(
    readonly total: number,
    readonly terminal: Terminal = process.stderr,
    readonly now: () => number = () => performance.now(),
  ) {
    this.#shown = terminal.isTTY === true && process.env.TERM !== 'dumb';
    this.#began = now();
  }

  /** `what` replaces the number of the step in the line. */
  update(done: number, what = `step ${done} of ${this.total}`): void {
    const time = this.now();
    if (!this.#shown || time - this.#drawn < PAUSE) return;
    this.#drawn = time;
    const seconds = (time - this.#began) / 1000;
    this.terminal.write(
      CLEAR_LINE + this.#line(done, seconds, what).slice(0, (this.terminal.columns || 80) - 1),
    );
  }

  /** Clears the line, so that later output starts on an empty one. */
  end(): void {
    if (this.#drawn > Number.NEGATIVE_INFINITY) this.terminal.write(CLEAR_LINE);
    this.#drawn = Number.NEGATIVE_INFINITY;
  }

  #line(done: number, seconds: number, what: string): string {
    const share = this.total > 0 ? done / this.total : 1;
    const width = 24;
    const filled = Math.round(share * width);
    const bar = '#'.repeat(filled) + '.'.repeat(width - filled);
    const left = done > 0 ? `, ${duration((seconds / done) * (this.total - done))} left` : '';
    return `[${bar}] ${Math.floor(100 * share)} %  ${what}${left}`;
  }
}

/** Formats seconds: 75 as `1 min 15 s`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
