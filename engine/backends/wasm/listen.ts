/** Listening to a worker, the browser's or Node's. The types of this file are not public: WorkerLike's need nothing else. */
import type { Reply } from './messages.ts';
import type { WorkerLike } from './worker-like.ts';

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
