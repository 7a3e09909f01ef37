/** Structures found once per model: orderings, hierarchies. They are expensive to find, and plain data, so that a worker can find them. */
import type { Elements } from './forces/force.ts';
import type { Model } from './model.ts';

/** The input of a structure: which particles are connected, and how stiffly; and the corners of elements, by force. */
export type Connections = {
  readonly forces: Readonly<Record<string, Pick<Elements, 'corners' | 'count'>>>;
} & Pick<
  Model,
  | 'particles'
  | 'springs'
  | 'bodies'
  | 'colours'
  | 'slotOf'
  | 'idOf'
  | 'rows'
  | 'rowStarts'
  | 'neighbours'
  | 'springOf'
  | 'ends'
  | 'stiffness'
>;

export interface Structure<T = unknown> {
  /** Identifies the structure in messages to workers. */
  readonly name: string;
  /** Found here and now where it is not known yet. */
  of(model: Connections): T;
  isKnown(model: Connections): boolean;
  /** Takes in what was found elsewhere. */
  keep(model: Connections, found: T): void;
}

/** What an engine that has another thread does there. */
export type Find = (names: readonly string[], model: Connections) => Promise<readonly unknown[] | undefined>;

/** Kept for as long as the model is. */
export function defineStructure<T>(name: string, find: (model: Connections) => T): Structure<T> {
  const known = new WeakMap<Connections, T>();
  const keep = (model: Connections, found: T): T => {
    known.set(model, found);
    return found;
  };
  return {
    name,
    of: (model) => known.get(model) ?? keep(model, find(model)),
    isKnown: (model) => known.has(model),
    keep,
  };
}
