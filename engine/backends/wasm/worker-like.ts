/** A worker, the browser's or Node's, as the engine sees it. */
export interface WorkerLike {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  terminate(): unknown;
  /** Exactly one of these two ways of listening exists. */
  addEventListener?(type: string, listener: (event: unknown) => void, options?: { once: boolean }): void;
  on?(type: string, listener: (value: unknown) => void): void;
  ref?(): void;
  unref?(): void;
}
