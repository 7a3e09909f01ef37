/** What a peer is: an engine that anyone can install, behind one small interface. Ours stand behind the same. */
import type { ClothScene } from './scenes.ts';

export interface Peer {
  /** As `jolt`. */
  readonly id: string;
  /** As `jolt-physics, 1 thread`. */
  readonly title: string;
  /** The npm package; absent for ours. */
  readonly package?: string;
  /** That compute a frame; 1 unless said. Those with more are compared by wall time, others by processor time. */
  readonly threads?: number;
  /** What `iterations` counts in a frame. */
  readonly unit: string;
  /** Its own default for a frame. */
  readonly iterations: number;
  /** More counts that are tried, rising. */
  readonly others: readonly number[];
  /** What a page has to fetch to use it: files of the package, or of ours. */
  readonly files: readonly string[];
  /** Imports and compiles. Throws where it can't be loaded. */
  load(): Promise<Engine>;
}

export interface Engine {
  /** The cloth at rest where the scene has it; `iterations` is for a frame of 1/60 s. */
  create(scene: ClothScene, iterations: number): Promise<Cloth>;
  dispose(): void;
}

export interface Cloth {
  /** What people should know of how it computes. */
  about?(): string;
  /** Memory in use; absent where it cannot be measured. */
  bytes?(): number | Promise<number>;
  /** Simulates 1/60 s; done when the promise resolves, if there is one. */
  frame(): void | Promise<void>;
  /** x, y, z a particle. */
  read(positions: Float64Array): void | Promise<void>;
  dispose(): void;
}

/** Seconds. */
export const FRAME = 1 / 60;
