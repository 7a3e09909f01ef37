/** The run so far: the whole state, some times a second, to go back to. */
import type { Snapshot, World } from 'selvedge';

/** Simulated seconds between two frames that are kept. */
const EVERY = 1 / 30;
/** On the GPU every frame is read back, which holds the picture up. */
const EVERY_ON_GPU = 0.5;
/** Memory for all of them; past it every second frame is given up. */
const MOST_BYTES = 192 * 2 ** 20;

export interface Frame {
  readonly time: number;
  readonly snapshot: Snapshot;
  readonly bytes: number;
}

export class Recorder {
  #frames: Frame[] = [];
  #every = EVERY;
  #bytes = 0;

  get frames(): readonly Frame[] {
    return this.#frames;
  }

  /** Forgets all of it. */
  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
    this.#every = EVERY;
  }

  /** Whether the world has gone on long enough since the last frame before it. */
  isDue(world: Pick<World, 'time' | 'backend'>): boolean {
    const every = Math.max(this.#every, world.backend.name === 'webgpu' ? EVERY_ON_GPU : 0);
    const before = this.#before(world.time);
    const last = this.#frames[before - 1];
    return last === undefined
      ? world.backend.name !== 'webgpu' || world.time >= every
      : world.time - last.time >= every - 1e-9;
  }

  /** It is played on from that time: what was recorded for later is another run. */
  forgetAfter(time: number): void {
    const kept = this.#before(time + 2e-9);
    if (kept === this.#frames.length) return;
    this.#frames.length = kept;
    this.#bytes = this.#frames.reduce((sum, frame) => sum + frame.bytes, 0);
  }

  /** Keeps a state; what was recorded for later times is another run, and forgotten. */
  add(snapshot: Snapshot): void {
    const { time, buffers } = snapshot;
    const bytes = Object.values(buffers).reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#frames.length = this.#before(time);
    this.#frames.push({ time, snapshot, bytes });
    this.#bytes = this.#frames.reduce((sum, frame) => sum + frame.bytes, 0);
    while (this.#bytes > MOST_BYTES && this.#frames.length > 2) {
      const last = this.#frames.length - 1;
      this.#frames = this.#frames.filter((_, k) => k % 2 === 0 || k === last);
      this.#bytes = this.#frames.reduce((sum, frame) => sum + frame.bytes, 0);
      this.#every *= 2;
    }
  }

  /** The number of the frame nearest to a time. */
  nearest(time: number): number {
    let best = 0;
    this.#frames.forEach((frame, k) => {
      if (Math.abs(frame.time - time) < Math.abs(this.#frames[best].time - time)) best = k;
    });
    return best;
  }

  /** How many frames lie before that time. */
  #before(time: number): number {
    let count = this.#frames.length;
    while (count > 0 && this.#frames[count - 1].time >= time - 1e-9) count--;
    return count;
  }
}
