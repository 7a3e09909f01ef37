/** Ctrl-C: the first stops the run after the current unit of work, the second stops it at once. */
import { EXIT, Interrupted } from './failure.ts';
import { removeBegun } from './whole-file.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export class Interruption {
  #signal: NodeJS.Signals | undefined;
  readonly #listen = (signal: NodeJS.Signals) => {
    if (this.#signal) {
      removeBegun();
      process.exit(signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted);
    }
    this.#signal = signal;
    // A step may be long, so Ctrl-C is confirmed at once.
    const clear = process.stderr.isTTY ? '\r\x1b[K' : '';
    if (signal === 'SIGINT')
      process.stderr.write(`${clear}stopping after this ${this.unit}; Ctrl-C again ends now\n`);
  };

  /** `unit` names what the run finishes before it stops. */
  constructor(readonly unit = 'step') {
    for (const signal of SIGNALS) process.on(signal, this.#listen);
  }

  /** Yields to the event loop so that signals are delivered, and throws `Interrupted` if one was. Awaiting promises does not suffice. */
  async check(progress: () => string): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#signal) throw new Interrupted(this.#signal, progress());
  }

  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.#listen);
  }
}
