/** The programs of a world: of the steps as they are and, where a first shot changes them, of those after it. */
import type { InBlocks } from './blocks/storage.ts';
import type { Program } from './program.ts';
import type { Resolved } from './settings.ts';

/** What machines know them by. */
export const NOW = { prepare: 'prepare', step: 'step' } as const;
export const LATER = { prepare: 'prepare after a shot', step: 'step after a shot' } as const;
export type Names = typeof NOW | typeof LATER;

export interface Loaded {
  readonly prepare: Program;
  readonly inBlocks: InBlocks | undefined;
}

export interface Ahead extends Loaded {
  readonly substeps: number;
  readonly part: Resolved;
  /** Whether the method need not prepare for it. */
  readonly isPrepared: boolean;
}
