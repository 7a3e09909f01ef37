/** Which method, values and backend go together when one of them changes. */
import {
  BACKEND_NAMES,
  type BackendName,
  findMethod,
  type MethodOptions,
  supportMatrix,
  valuesOf,
} from 'selvedge';

/**
 * A solver and the values asked for. When the solver changes, a value goes along to one that has the same parameter with
 * the same default; what the solver has no use for waits for one that has.
 */
export class Wishes {
  readonly #values: ReadonlyMap<string, number | string>;

  constructor(
    readonly id: string,
    /** What is no parameter: integration, a time budget. */
    readonly common: Pick<MethodOptions, 'integrate' | 'budget'>,
    values: ReadonlyMap<string, number | string> = new Map(),
  ) {
    this.#values = values;
  }

  /** These wishes with some changed. */
  with({ id = this.id, integrate, budget, ...values }: MethodOptions): Wishes {
    const method = findMethod(id);
    const merged = new Map(this.#values);
    for (const [name, value] of Object.entries(valuesOf(method, values)))
      merged.set(keyOf(method, name), value);
    const common = {
      integrate: integrate ?? this.common.integrate,
      budget: budget ?? this.common.budget,
    };
    return new Wishes(method.id, common, merged);
  }

  /** For the engine. */
  get options(): MethodOptions & { readonly id: string } {
    const { integrate, budget } = this.common;
    return { id: this.id, integrate, budget: 'outer' in this.values ? budget : undefined, ...this.values };
  }

  /** Every parameter of the solver, as asked for or by default. */
  get values(): Readonly<Record<string, number | string>> {
    const method = findMethod(this.id);
    return Object.fromEntries(
      Object.entries(method.parameters).map(([name, parameter]) => [
        name,
        this.#values.get(keyOf(method, name)) ?? parameter.default,
      ]),
    );
  }
}

const keyOf = ({ parameters }: ReturnType<typeof findMethod>, name: string) =>
  `${name} ${parameters[name].default}`;

/** That backend where the method runs on it, else the first that can. */
export function backendFor(method: string, wanted: BackendName): BackendName {
  const { id } = findMethod(method);
  const runs = supportMatrix().find((row) => row.method === id)?.backends;
  return runs?.[wanted] ? wanted : (BACKEND_NAMES.find((name) => runs?.[name]) ?? wanted);
}
