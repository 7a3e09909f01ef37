/** The fabric and world panel: sliders that change the scene that runs. */
import type { Settings } from 'selvedge';
import type { Scene } from 'selvedge/scene';
import { byId, element } from './dom.ts';
import { digits } from './format.ts';
import {
  type ChoiceKnob,
  type ColourKnob,
  clothsOf,
  KNOBS,
  type Knob,
  NEVER_TEARS,
  type NumberKnob,
  type Raw,
} from './knobs.ts';

/** Steps of a slider without a step of its own. */
const NOTCHES = 200;
/** Sliders of equal factors that begin at 0 count from this share of their end. */
const LEAST = 1e-3;

export interface WorldPanelActions {
  /** Another text for the scene; `settings` where the engine changes it while it runs. */
  change(text: string, settings?: (scene: Scene) => Settings): void;
}

interface Open {
  readonly scene: Scene;
  /** The scene's JSON. */
  readonly text: string;
}

export class WorldPanel {
  readonly #panel = byId<HTMLDetailsElement>('world-panel');
  readonly #target = byId<HTMLSelectElement>('cloths');
  readonly #rows = new Map<Knob, Row>();
  #open: Open | undefined;
  /** As the scene was opened, by its title: what reset goes back to. */
  #first: { readonly title: string; readonly scene: Scene } | undefined;

  constructor(readonly actions: WorldPanelActions) {
    this.#panel.addEventListener('toggle', () => this.#show());
    this.#target.addEventListener('change', () => {
      this.#show();
      this.#target.blur();
    });
    for (const knob of KNOBS) {
      const row = new Row(knob, {
        change: (value) => this.#change(knob, value),
        reset: () => this.#reset(knob),
      });
      this.#rows.set(knob, row);
      byId(`${knob.section}-knobs`).append(row.element);
    }
  }

  /** Shows a scene; `title` tells whether it is another one. */
  show(open: (Open & { readonly title: string }) | undefined): void {
    this.#open = open;
    this.#panel.hidden = open === undefined;
    if (!open) return;
    const bodies = ({ scene }: { readonly scene: Scene }) => scene.bodies.map(({ name }) => name).join();
    if (this.#first?.title !== open.title || bodies(this.#first) !== bodies(open)) {
      this.#first = { title: open.title, scene: open.scene };
      const cloths = clothsOf(open.scene);
      this.#target.replaceChildren(
        new Option(cloths.length > 1 ? `all ${cloths.length} cloths` : 'the cloth', 'all'),
        ...(cloths.length > 1 ? cloths : []).map(
          (body) => new Option(`${open.scene.bodies[body].name} (${body})`, String(body)),
        ),
      );
      byId('fabric-section').hidden = cloths.length === 0;
    }
    this.#show();
  }

  #show(): void {
    if (!this.#open || !this.#panel.open) return;
    const { scene } = this.#open;
    for (const [knob, row] of this.#rows)
      if (knob.section === 'world' || this.#cloths.length > 0) row.show(knob.read(scene, this.#cloths));
  }

  get #cloths(): number[] {
    if (!this.#open) return [];
    const cloths = clothsOf(this.#open.scene);
    const { value } = this.#target;
    return value === 'all' ? cloths : cloths.filter((body) => body === Number(value));
  }

  #change(knob: Knob, value: number | string): void {
    if (!this.#open) return;
    const { scene, text } = this.#open;
    const raw = rawOf(text, scene);
    knob.write(raw, scene, this.#cloths, value as never);
    this.actions.change(`${JSON.stringify(raw, null, 2)}\n`, knob.settings);
  }

  #reset(knob: Knob): void {
    if (!this.#first || !this.#open) return;
    const cloths = this.#cloths;
    const value = knob.read(this.#first.scene, cloths);
    if (value !== knob.read(this.#open.scene, cloths)) this.#change(knob, value);
  }
}

/** A scene as it was written; of a file of the thesis, what it was converted to. */
function rawOf(text: string, scene: Scene): Raw {
  const raw = JSON.parse(text);
  return Array.isArray(raw.bodies) ? raw : structuredClone({ ...scene, version: 1 });
}

interface RowActions {
  change(value: number | string): void;
  reset(): void;
}

/** A knob with its name, its value and unit, a sentence and a button to reset it. */
class Row {
  readonly element = element('div', '');
  readonly #input: Input;

  constructor(knob: Knob, actions: RowActions) {
    const id = `knob-${knob.id}`;
    const help = element('small', knob.help);
    help.id = `${id}-help`;
    this.#input =
      knob.kind === 'number'
        ? sliderOf(knob, actions)
        : knob.kind === 'choice'
          ? choiceOf(knob, actions)
          : colourOf(knob, actions);
    const { control, output } = this.#input;
    control.id = id;
    control.setAttribute('aria-describedby', help.id);
    const label = element('label', knob.label);
    label.htmlFor = id;
    if (knob.kind === 'number' && knob.symbol) label.append(' ', element('i', knob.symbol));
    const reset = element('button', '↺');
    reset.type = 'button';
    reset.className = 'small';
    reset.title = 'As the scene had it';
    reset.setAttribute('aria-label', `Reset ${knob.label.toLowerCase()}`);
    reset.addEventListener('click', () => actions.reset());
    this.element.className = 'knob';
    this.element.append(label, ...(output ? [output] : []), reset, control, help);
  }

  show(value: number | string): void {
    this.#input.show(value);
  }
}

interface Input {
  readonly control: HTMLInputElement | HTMLSelectElement;
  /** The value as a number that can be typed. */
  readonly output?: HTMLElement;
  show(value: number | string): void;
}

/** What a slider says at a place from 0 to `NOTCHES`, and the other way round. */
function scaleOf({ min, max, isLog }: NumberKnob) {
  const least = min > 0 ? min : LEAST * max;
  return {
    value: (place: number) =>
      !isLog
        ? min + ((max - min) * place) / NOTCHES
        : place === 0
          ? min
          : Number((least * (max / least) ** (place / NOTCHES)).toPrecision(3)),
    place: (value: number) =>
      !isLog
        ? (NOTCHES * (value - min)) / (max - min)
        : value <= least
          ? 0
          : (NOTCHES * Math.log(value / least)) / Math.log(max / least),
  };
}

function sliderOf(knob: NumberKnob, actions: RowActions): Input {
  const { min, max, step, unit, isLog } = knob;
  const { value: valueAt, place: placeOf } = scaleOf(knob);
  const slider = document.createElement('input');
  slider.type = 'range';
  const hasStep = step !== undefined && !isLog;
  slider.min = String(hasStep ? min : 0);
  slider.max = String(hasStep ? max : NOTCHES);
  slider.step = hasStep ? String(step) : '1';
  const typed = document.createElement('input');
  typed.type = 'number';
  typed.min = String(min);
  typed.max = String(max);
  typed.step = 'any';
  typed.setAttribute('aria-label', `${knob.label}, ${unit || 'a number'} from ${min} to ${max}`);
  const output = element('span', '');
  output.className = 'value';
  output.append(typed, element('span', unit));
  const current = () => (hasStep ? slider.valueAsNumber : valueAt(slider.valueAsNumber));
  const say = (value: number) => {
    typed.value = isNever(knob, value) ? '' : String(Number(value.toPrecision(4)));
    typed.placeholder = isNever(knob, value) ? 'never' : '';
    slider.setAttribute('aria-valuetext', isNever(knob, value) ? 'never' : `${digits(value)} ${unit}`.trim());
  };
  slider.addEventListener('input', () => {
    say(current());
    // What the engine takes while it runs is felt under the finger.
    if (knob.settings) actions.change(current());
  });
  slider.addEventListener('change', () => {
    if (!knob.settings) actions.change(current());
  });
  // The keys of the picture work again when the pointer lets go.
  slider.addEventListener('pointerup', () => slider.blur());
  typed.addEventListener('change', () => {
    const value = typed.valueAsNumber;
    if (Number.isNaN(value)) return actions.change(isNever(knob, max) ? max : current());
    const allowed = Math.min(max, Math.max(min, step === 1 ? Math.round(value) : value));
    return actions.change(allowed);
  });
  return {
    control: slider,
    output,
    show: (value) => {
      const number = Number(value);
      if (document.activeElement !== slider || !knob.settings)
        slider.value = String(hasStep ? number : placeOf(number));
      if (document.activeElement !== typed) say(number);
    },
  };
}

const isNever = (knob: NumberKnob, value: number): boolean => knob.id === 'strength' && value >= NEVER_TEARS;

function choiceOf({ choices }: ChoiceKnob, actions: RowActions): Input {
  const control = document.createElement('select');
  control.append(...choices.map(([value, text]) => new Option(text, value)));
  control.addEventListener('change', () => {
    actions.change(control.value);
    control.blur();
  });
  return {
    control,
    show: (value) => {
      const text = String(value);
      if (!choices.some(([each]) => each === text) && !control.namedItem(text))
        control.append(Object.assign(new Option(text, text), { id: text }));
      control.value = text;
    },
  };
}

function colourOf(_: ColourKnob, actions: RowActions): Input {
  const control = document.createElement('input');
  control.type = 'color';
  control.addEventListener('change', () => actions.change(control.value));
  return {
    control,
    show: (value) => {
      control.value = String(value);
    },
  };
}
