/** Ctrl-C: the first one asks the run to stop at a good place, the second one stops it there and then. */
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

  /** `unit` is what the run finishes before it stops. */
  constructor(readonly unit = 'step') {
    for (const signal of SIGNALS) process.on(signal, this.#listen);
  }

  /** Lets signals come in, and throws `Interrupted` if one did. Promises alone give them no turn. */
  async check(progress: () => string): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#signal) throw new Interrupted(this.#signal, progress());
  }

  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.#listen);
  }
}
