/** Exit codes of the command, and the failures that give them. */
import { BackendUnavailable, InputError } from '../engine/index.ts';
import { SceneError } from '../scene/index.ts';

export const EXIT = {
  ok: 0,
  failed: 1,
  refused: 2,
  unavailable: 3,
  interrupted: 130,
  terminated: 143,
} as const;

export const EXIT_HELP = `
Exit codes:
  0    all is well
  1    something failed while running
  2    bad usage or bad input: nothing was run
  3    the backend is not available here, or does not run the scene's solver
  130  interrupted (Ctrl-C); no file is left half written
  143  ended by SIGTERM, as 130`;

/** Wrong usage found by the command itself; the message is for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Stopped by the user or the system; the message states the progress. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  constructor(
    readonly signal: NodeJS.Signals,
    message: string,
  ) {
    super(message);
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Refusal || error instanceof SceneError || error instanceof InputError)
    return EXIT.refused;
  if (error instanceof BackendUnavailable) return EXIT.unavailable;
  if (error instanceof Interrupted) return error.signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
  return EXIT.failed;
}

/** A failure as the user sees it. An unexpected one shows its stack, so that it can be reported. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const foreseen = exitCodeOf(error) !== EXIT.failed || 'code' in error;
  return foreseen ? error.message : (error.stack ?? error.message);
}
