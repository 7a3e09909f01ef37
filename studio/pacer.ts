/** The pace of a scene: so many steps per frame of a display of 60 Hz, on a display of any rate. */
import { Pacer } from 'selvedge/three';

/** The frame rate a scene's `stepsPerFrame` is meant for. */
const FRAMES_PER_SECOND = 60;

export class ScenePacer extends Pacer {
  /** Of real time. */
  speed = 1;
  #last: number | undefined;

  constructor(stepsPerFrame: number) {
    super(FRAMES_PER_SECOND * stepsPerFrame);
  }

  set stepsPerFrame(stepsPerFrame: number) {
    this.stepsPerSecond = FRAMES_PER_SECOND * stepsPerFrame;
  }

  /** Steps to take at `now`, milliseconds. */
  due(now: number): number {
    // Before the first frame there is nothing to catch up on.
    this.owe(this.#last === undefined ? 1 / FRAMES_PER_SECOND : (this.speed * (now - this.#last)) / 1000);
    this.#last = now;
    return this.take();
  }

  override rest(): void {
    super.rest();
    this.#last = undefined;
  }
}
