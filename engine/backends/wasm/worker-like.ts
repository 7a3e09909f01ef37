/** A worker, the browser's or Node's, as the engine sees it. */
import type { Reply } from './messages.ts';

export interface WorkerLike {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  terminate(): unknown;
  /** Exactly one of these two ways of listening exists. */
  addEventListener?(type: string, listener: (event: unknown) => void, options?: { once: boolean }): void;
  on?(type: string, listener: (value: unknown) => void): void;
  ref?(): void;
  unref?(): void;
}

/** Calls `take` with every reply, and with a failure when the worker itself breaks. */
export function listen(worker: WorkerLike, take: (reply: Reply) => void): void {
  const broken = (error: unknown) =>
    take({ type: 'failed', reason: `a worker stopped: ${messageOf(error)}` });
  if (worker.on) {
    worker.on('message', (reply) => take(reply as Reply));
    worker.on('error', broken);
    worker.on('exit', (code) => take({ type: 'failed', reason: `a worker ended, code ${code}` }));
  } else {
    worker.addEventListener?.('message', (event) => take((event as { data: Reply }).data));
    worker.addEventListener?.('error', broken);
  }
}

export const messageOf = (error: unknown): string =>
  (error as { message?: string } | undefined)?.message ??
  'it could not be started (a content security policy may forbid inlined workers: wasm({ worker, module }) takes files)';
