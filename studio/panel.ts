/** The controls beside the picture. */
import { BACKEND_NAMES, type BackendName, findMethod, METHODS, supportMatrix } from 'selvedge';
import { CATALOGUE } from './catalogue.ts';
import { byId } from './dom.ts';

export interface Iterations {
  readonly outer: number;
  readonly inner: number;
  readonly omega: number;
}

export interface PanelActions {
  play(): void;
  step(): void;
  reset(): void;
  scene(id: string): void;
  solver(id: string): void;
  backend(name: BackendName): void;
  iterations(wanted: Iterations): void;
  overlay(isShown: boolean): void;
}

export interface PanelState {
  readonly playing: boolean;
  /** Id in the catalogue, or the title of a file the user opened. */
  readonly scene: string | undefined;
  readonly description: string | undefined;
  readonly solver: string;
  readonly backend: BackendName;
  readonly iterations: Iterations;
  /** Backends that can't run here, with the reason. */
  readonly unavailable: ReadonlyMap<BackendName, string>;
}

const BACKEND_TITLES: Readonly<Record<BackendName, string>> = {
  wasm: 'wasm, the processor',
  webgpu: 'webgpu, the GPU',
  reference: 'reference, slow and exact',
};
/** In the order people want them. */
const BACKENDS = [...BACKEND_NAMES].sort((a, b) => Number(a === 'reference') - Number(b === 'reference'));

export class Panel {
  readonly #play = byId<HTMLButtonElement>('play');
  readonly #step = byId<HTMLButtonElement>('step');
  readonly #reset = byId<HTMLButtonElement>('reset');
  readonly #scene = byId<HTMLSelectElement>('scene');
  readonly #solver = byId<HTMLSelectElement>('solver');
  readonly #backend = byId<HTMLSelectElement>('backend');
  readonly #description = byId('description');
  readonly #numbers = (['outer', 'inner', 'omega'] as const).map((name) => byId<HTMLInputElement>(name));

  constructor(actions: PanelActions) {
    this.#play.addEventListener('click', actions.play);
    this.#step.addEventListener('click', actions.step);
    this.#reset.addEventListener('click', actions.reset);
    this.#scene.addEventListener('change', () => actions.scene(this.#scene.value));
    this.#solver.addEventListener('change', () => actions.solver(this.#solver.value));
    this.#backend.addEventListener('change', () => actions.backend(this.#backend.value as BackendName));
    for (const input of this.#numbers) {
      input.addEventListener('change', () => {
        const [outer, inner, omega] = this.#numbers.map(({ valueAsNumber }) => valueAsNumber);
        actions.iterations({ outer, inner, omega });
      });
    }
    const overlay = byId<HTMLInputElement>('show-overlay');
    overlay.addEventListener('change', () => actions.overlay(overlay.checked));
  }

  /** Without a state nothing runs: only scenes can be chosen. */
  show(state: PanelState | undefined): void {
    for (const control of [
      this.#play,
      this.#step,
      this.#reset,
      this.#solver,
      this.#backend,
      ...this.#numbers,
    ])
      control.disabled = state === undefined;
    this.#play.textContent = state?.playing ? 'Pause' : 'Play';
    this.#play.title = state?.playing ? 'Pause (space)' : 'Play (space)';
    this.#showScenes(state?.scene);
    this.#description.textContent = state?.description ?? '';
    this.#description.hidden = !state?.description;
    if (!state) return;
    const matrix = new Map(supportMatrix().map(({ method, backends }) => [method, backends]));
    fill(
      this.#solver,
      state.solver,
      METHODS.map(({ id, title }) => ({
        value: id,
        text: shorter(title),
        title,
        obstacle: matrix.get(id)?.[state.backend] ? undefined : `not on ${state.backend}`,
      })),
    );
    fill(
      this.#backend,
      state.backend,
      BACKENDS.map((name) => ({
        value: name,
        text: BACKEND_TITLES[name],
        obstacle: state.unavailable.has(name)
          ? 'not here'
          : matrix.get(state.solver)?.[name]
            ? undefined
            : `not with ${state.solver}`,
        title: state.unavailable.get(name),
      })),
    );
    const { outer, inner, omega } = state.iterations;
    [outer, inner, omega].forEach((value, k) => {
      if (document.activeElement !== this.#numbers[k]) this.#numbers[k].value = String(value);
    });
    this.#numbers[2].disabled = !findMethod(state.solver).relaxes;
  }

  #showScenes(current: string | undefined): void {
    const entries = CATALOGUE.map(({ id, title }) => ({ value: id, text: title }));
    if (current !== undefined && !CATALOGUE.some(({ id }) => id === current))
      entries.unshift({ value: current, text: current });
    if (entries.length === 0) entries.push({ value: '', text: 'no scenes; open a file' });
    fill(this.#scene, current ?? '', entries);
  }
}

/** As wide as the panel. */
const shorter = (title: string) =>
  title.replace('Projective dynamics', 'PD').replace('Position based dynamics', 'PBD');

interface Choice {
  readonly value: string;
  readonly text: string;
  /** Why it can't be chosen. */
  readonly obstacle?: string;
  readonly title?: string;
}

function fill(select: HTMLSelectElement, current: string, choices: readonly Choice[]): void {
  select.replaceChildren(
    ...choices.map(({ value, text, obstacle, title }) => {
      const option = new Option(obstacle ? `${text} (${obstacle})` : text, value, false, value === current);
      option.disabled = obstacle !== undefined;
      if (title) option.title = title;
      return option;
    }),
  );
}
