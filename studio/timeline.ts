/** Play, step, back and slow motion: the bar below the picture. */
import { byId } from './dom.ts';

/** Of real time. */
export const SPEEDS = [1, 0.5, 0.25, 0.1] as const;

export interface TimelineActions {
  play(): void;
  step(): void;
  reset(): void;
  /** To a recorded frame, by its number. */
  seek(frame: number): void;
  speed(speed: number): void;
}

export interface TimelineState {
  readonly playing: boolean;
  readonly time: number;
  /** Times of the recorded frames, seconds. */
  readonly frames: readonly number[];
}

export class Timeline {
  readonly #play = byId<HTMLButtonElement>('play');
  readonly #step = byId<HTMLButtonElement>('step');
  readonly #reset = byId<HTMLButtonElement>('reset');
  readonly #scrubber = byId<HTMLInputElement>('scrubber');
  readonly #clock = byId('clock');
  readonly #speed = byId<HTMLSelectElement>('speed');

  constructor(actions: TimelineActions) {
    this.#play.addEventListener('click', actions.play);
    this.#step.addEventListener('click', actions.step);
    this.#reset.addEventListener('click', actions.reset);
    this.#scrubber.addEventListener('input', () => actions.seek(Number(this.#scrubber.value)));
    // The keys of the picture work again when the pointer lets go.
    this.#scrubber.addEventListener('pointerup', () => this.#scrubber.blur());
    this.#speed.append(
      ...SPEEDS.map(
        (speed) => new Option(speed === 1 ? '1 ×' : `1/${Math.round(1 / speed)} ×`, String(speed)),
      ),
    );
    this.#speed.addEventListener('change', () => {
      actions.speed(Number(this.#speed.value));
      this.#speed.blur();
    });
  }

  /** The next slower speed, after the slowest real time again. */
  nextSpeed(): void {
    const next = SPEEDS[(SPEEDS.indexOf(Number(this.#speed.value) as 1) + 1) % SPEEDS.length];
    this.#speed.value = String(next);
    this.#speed.dispatchEvent(new Event('change'));
  }

  /** Without a state nothing runs. */
  show(state: TimelineState | undefined): void {
    for (const control of [this.#play, this.#step, this.#reset, this.#speed])
      control.disabled = state === undefined;
    const { playing = false, time = 0, frames = [] } = state ?? {};
    this.#play.textContent = playing ? 'Pause' : 'Play';
    this.#play.title = playing ? 'Pause (space)' : 'Play (space)';
    this.#play.setAttribute('aria-pressed', String(playing));
    const last = Math.max(0, frames.length - 1);
    const isLatest = frames.length === 0 || time >= frames[last] - 1e-9;
    this.#scrubber.disabled = frames.length < 2;
    this.#scrubber.max = String(last);
    if (document.activeElement !== this.#scrubber || playing)
      this.#scrubber.value = String(isLatest ? last : frames.findIndex((each) => each >= time - 1e-9));
    const clock = `${time.toFixed(2)} s`;
    this.#clock.textContent = clock;
    this.#scrubber.setAttribute('aria-valuetext', clock);
  }
}
