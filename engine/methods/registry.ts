/** What is checked when methods are registered: that no two of them mean different things by one name. */
import type { Method } from './method.ts';
import type { Parameter, Parameters } from './parameters.ts';

/** The name as it is compared: in any case, with `_` for `-`. */
export const normalName = (name: string): string => name.trim().toLowerCase().replaceAll('_', '-');

/** The parameters of all methods by name. Throws where two methods share a name and differ in more than the default. */
export function sharedParameters(methods: readonly Method[]): Parameters {
  const shared: Record<string, Parameter> = {};
  const owners = new Map<string, string>();
  for (const { id, parameters } of methods) {
    for (const [name, parameter] of Object.entries(parameters)) {
      const owner = owners.get(name);
      const field = owner === undefined ? undefined : differing(shared[name], parameter);
      if (field !== undefined)
        throw new Error(
          `methods ${owner} and ${id} both have a parameter "${name}" and differ in its ${field}: ${shown(shared[name], field)} and ` +
            `${shown(parameter, field)}; share one declaration in engine/methods/parameters.ts, or choose another name`,
        );
      shared[name] = parameter;
      owners.set(name, owner ?? id);
    }
  }
  return shared;
}

/** The first field but the default in which two declarations differ. */
function differing(one: Parameter, other: Parameter): string | undefined {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].find((field) => field !== 'default' && shown(one, field) !== shown(other, field));
}

const shown = (parameter: Parameter, field: string): string =>
  JSON.stringify((parameter as unknown as Record<string, unknown>)[field]) ?? 'nothing';

/** Throws where two methods answer to one name. */
export function demandOwnNames(methods: readonly Method[]): void {
  const owners = new Map<string, string>();
  for (const { id, aliases } of methods)
    for (const name of new Set([id, ...aliases].map(normalName))) {
      const owner = owners.get(name);
      if (owner !== undefined)
        throw new Error(`methods ${owner} and ${id} are both called "${name}"; rename one of them`);
      owners.set(name, id);
    }
}
