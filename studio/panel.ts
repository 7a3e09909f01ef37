/** The controls beside the picture. */
import { BACKEND_NAMES, type BackendName, METHODS, supportMatrix } from 'selvedge';
import { CATALOGUE, SECTIONS } from './catalogue.ts';
import { byId } from './dom.ts';
import type { Shown } from './opening.ts';
import { ParameterInputs, type Values } from './parameters.ts';

export interface PanelActions {
  scene(id: string): void;
  /** A scene of the user's own, by its name. */
  own(name: string): void;
  solver(id: string): void;
  backend(name: BackendName): void;
  parameters(wanted: Values): void;
  /** Something typed can't be used; the sentence says what can. */
  refuse(reason: string): void;
  overlay(isShown: boolean): void;
}

export interface PanelState {
  /** Of the catalogue, or with its title only: a file the user opened. */
  readonly scene: Pick<Shown, 'id' | 'title'>;
  /** Names of the scenes that are kept in this browser. */
  readonly own?: readonly string[];
  readonly description: string | undefined;
  readonly solver: string;
  readonly backend: BackendName;
  /** Of the solver's parameters. */
  readonly values: Values;
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

/** Letters typed after a choice are shortcuts again, not searches in the list. */
function choose(select: HTMLSelectElement, act: (value: string) => void): void {
  select.addEventListener('change', () => {
    act(select.value);
    select.blur();
  });
}

export class Panel {
  readonly #scene = byId<HTMLSelectElement>('scene');
  readonly #solver = byId<HTMLSelectElement>('solver');
  readonly #backend = byId<HTMLSelectElement>('backend');
  readonly #description = byId('description');
  readonly #parameters: ParameterInputs;
  #current: PanelState['scene'] | undefined;

  constructor(actions: PanelActions) {
    choose(this.#scene, (value) =>
      value.startsWith(OWN) ? actions.own(value.slice(OWN.length)) : actions.scene(value),
    );
    choose(this.#solver, actions.solver);
    choose(this.#backend, (name) => actions.backend(name as BackendName));
    this.#parameters = new ParameterInputs(byId('parameters'), {
      change: (name, value) => actions.parameters({ [name]: value }),
      refuse: actions.refuse,
    });
    const overlay = byId<HTMLInputElement>('show-overlay');
    overlay.addEventListener('change', () => actions.overlay(overlay.checked));
    // The space bar plays after the mouse ticked the box; who came to it by keyboard stays there.
    overlay.addEventListener('click', ({ detail }) => detail > 0 && overlay.blur());
  }

  /** Without a state nothing runs: only scenes can be chosen. */
  show(state: PanelState | undefined): void {
    for (const control of [this.#solver, this.#backend]) control.disabled = state === undefined;
    this.#parameters.show(state?.solver, state?.values);
    this.#showScenes(state?.scene, state?.own ?? []);
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
  }

  /** The list of scenes, with those of the user's own. */
  refresh(own: readonly string[]): void {
    this.#showScenes(this.#current, own);
  }

  #showScenes(current: PanelState['scene'] | undefined, own: readonly string[]): void {
    this.#current = current;
    const isKept = current?.id === undefined && own.includes(current?.title ?? '');
    const options: (HTMLOptionElement | HTMLOptGroupElement)[] = [];
    // A scene of the user's own may have the name of one that is in the catalogue.
    if (current && current.id === undefined && !isKept) options.push(new Option(current.title, ''));
    if (own.length > 0)
      options.push(
        group(
          'Your scenes',
          own.map((name) => new Option(name, OWN + name)),
        ),
      );
    for (const section of SECTIONS) {
      const entries = CATALOGUE.filter((entry) => entry.section === section);
      if (entries.length > 0)
        options.push(
          group(
            section,
            entries.map(({ id, title }) => new Option(title, id)),
          ),
        );
    }
    if (options.length === 0) options.push(new Option('no scenes; open a file', ''));
    this.#scene.replaceChildren(...options);
    this.#scene.value = current?.id ?? (isKept ? OWN + current?.title : '');
  }
}

/** Before the name of a scene of the user's own, in the list's values. */
const OWN = 'own:';

function group(label: string, options: readonly HTMLOptionElement[]): HTMLOptGroupElement {
  const made = document.createElement('optgroup');
  made.label = label;
  made.append(...options);
  return made;
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
