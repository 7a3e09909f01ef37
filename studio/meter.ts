/** Frames per second, and simulated seconds per second, since the last look. */
export class Meter {
  #frames = 0;
  #simulated = 0;
  #since: number | undefined;

  drawn(now: number): void {
    this.#since ??= now;
    this.#frames++;
  }

  /** Simulated seconds. */
  stepped(seconds: number): void {
    this.#simulated += seconds;
  }

  take(now: number): { framesPerSecond: number; speed: number } {
    const seconds = Math.max(1e-3, (now - (this.#since ?? now)) / 1000);
    const taken = { framesPerSecond: this.#frames / seconds, speed: this.#simulated / seconds };
    this.#frames = 0;
    this.#simulated = 0;
    this.#since = now;
    return taken;
  }
}
