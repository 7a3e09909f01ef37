/** The names a scene may use for a method: the engine's ids, or the thesis's spelling of them, in any case. */
import { METHODS } from '../engine/index.ts';

export const METHOD_IDS = METHODS.map(({ id }) => id) as [string, ...string[]];
/** As [NP17] writes them: PD_RBGS. */
export const THESIS_NAMES = METHODS.flatMap(({ aliases }) => aliases);

const plain = (name: string) => name.trim().toLowerCase().replaceAll('_', '-');

/** The id a name stands for, or the name itself where it is no method's. */
export function methodId(name: string): string {
  const named = METHODS.find(({ id, aliases }) =>
    [id, ...aliases].some((known) => plain(known) === plain(name)),
  );
  return named?.id ?? name;
}

export const methodOf = (id: string) => METHODS.find((method) => method.id === id)!;
