/** The inputs of a solver's own parameters, made from what it declares. */
import { allowedNumber, findMethod, isChoice, type NumberParameter, type Parameter } from 'selvedge';
import { element } from './dom.ts';

export type Values = Readonly<Record<string, number | string>>;

export interface ParameterActions {
  change(name: string, value: number | string): void;
  /** Something typed can't be used; the sentence says what can. */
  refuse(reason: string): void;
}

/** A hand on a slider wants an answer at once: with more iterations a step takes seconds. */
const MOST_ITERATIONS = 1000;

const boundsOf = (parameter: NumberParameter): NumberParameter =>
  parameter.integer && parameter.max !== undefined
    ? { ...parameter, max: Math.min(parameter.max, MOST_ITERATIONS) }
    : parameter;

export class ParameterInputs {
  #solver = '';
  #values: Values = {};
  readonly #inputs = new Map<string, HTMLInputElement | HTMLSelectElement>();

  constructor(
    readonly container: HTMLElement,
    readonly actions: ParameterActions,
  ) {}

  /** Shows a solver's parameters; without one, none can be changed. */
  show(solver: string | undefined, values: Values = {}): void {
    if (solver !== undefined && solver !== this.#solver) this.#build(solver);
    this.#values = values;
    for (const [name, input] of this.#inputs) {
      input.disabled = solver === undefined;
      if (solver !== undefined && document.activeElement !== input) input.value = String(values[name]);
    }
  }

  #build(solver: string): void {
    this.#solver = solver;
    this.#inputs.clear();
    this.container.replaceChildren(
      ...Object.entries(findMethod(solver).parameters).map(([name, parameter]) => {
        const input = isChoice(parameter)
          ? this.#select(name, parameter.choices)
          : this.#number(name, parameter);
        input.id = name;
        this.#inputs.set(name, input);
        const label = element('label', `${parameter.label} `);
        label.title = helpOn(parameter);
        label.append(input);
        return label;
      }),
    );
  }

  #select(name: string, choices: readonly string[]): HTMLSelectElement {
    const select = document.createElement('select');
    select.append(...choices.map((choice) => new Option(choice, choice)));
    select.addEventListener('change', () => {
      this.actions.change(name, select.value);
      select.blur();
    });
    return select;
  }

  #number(name: string, parameter: NumberParameter): HTMLInputElement {
    const bounds = boundsOf(parameter);
    const input = document.createElement('input');
    input.type = 'number';
    const { min = bounds.above, max = bounds.below, integer } = bounds;
    if (min !== undefined) input.min = String(min);
    if (max !== undefined) input.max = String(max);
    input.step = integer ? '1' : 'any';
    input.addEventListener('change', () => {
      const fault = faultOf(input.valueAsNumber, bounds);
      if (fault === undefined) return this.actions.change(name, input.valueAsNumber);
      input.value = String(this.#values[name] ?? '');
      return this.actions.refuse(fault);
    });
    return input;
  }
}

const helpOn = (parameter: Parameter): string =>
  isChoice(parameter) ? parameter.help : `${parameter.help} It takes ${allowedNumber(boundsOf(parameter))}.`;

/** Why what was typed can't be used; browsers let people type what `min` and `max` forbid. */
function faultOf(value: number, bounds: NumberParameter): string | undefined {
  const { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity, integer, label } = bounds;
  const fits = value >= min && value <= max && value > above && value < below;
  if (fits && (!integer || Number.isInteger(value))) return undefined;
  const seen = Number.isNaN(value) ? 'empty' : value;
  return `${label} is ${seen}; it takes ${allowedNumber(bounds)}.`;
}
