/** Giving up what takes a while to make, by an `AbortSignal`. */
import { InputError } from './errors.ts';

/** What the engine needs of an `AbortSignal`. */
export interface AbortingSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export function demandSignal(path: string, signal: unknown): asserts signal is AbortingSignal {
  const { aborted, addEventListener } = (signal ?? {}) as Partial<AbortingSignal>;
  if (typeof aborted !== 'boolean' || typeof addEventListener !== 'function')
    throw new InputError(path, signal, 'the signal of an AbortController');
}

/** Throws the signal's reason once it is aborted. */
export function throwIfAborted(signal: AbortingSignal | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/** What is being made, or at once the signal's reason where it is aborted before that is done; then what was made is freed. */
export function unlessAborted<T extends { dispose(): void }>(
  making: Promise<T>,
  signal: AbortingSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason);
      making.then(
        (made) => made.dispose(),
        () => {},
      );
    };
    signal.addEventListener('abort', abort);
    making.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
