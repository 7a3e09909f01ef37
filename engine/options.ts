/**
 * Objects of options: a field that does not exist is refused by name, with the one that was probably meant. The compiler does this
 * for TypeScript; these functions do it for JavaScript and for files.
 */
import { InputError } from './errors.ts';

/** Every field of T, optional ones too: the compiler refuses a list that lacks one. */
export type FieldsOf<T> = { readonly [K in keyof T]-?: true };

/**
 * Refuses what is no object, and fields it has beyond `fields`. Paths begin with `path`; with an empty one they are the fields alone.
 * A field that is undefined counts as left out.
 */
export function demandFields<T>(path: string, given: unknown, fields: FieldsOf<T>): asserts given is T {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || ArrayBuffer.isView(given))
    throw new InputError(path || 'options', given, `an object with ${Object.keys(fields).join(', ')}`);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(fields, name)) continue;
    throw new InputError(path ? `${path}.${name}` : name, value, ...unknownField(name, Object.keys(fields)));
  }
}

/** What is allowed in place of a field that does not exist, and the message about it, both in words. */
export function unknownField(name: string, known: readonly string[]): [allowed: string, message: string] {
  const guess = meant(name, known);
  const suggestion = guess === undefined ? '' : ` Did you mean "${guess}"?`;
  const allowed = `Known here: ${known.join(', ')}`;
  return [allowed, `unknown field.${suggestion} ${allowed}`];
}

/** What other programs, and other places of this one, call our fields. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  objects: ['bodies'],
  dt: ['timestep'],
  substeps: ['stepsPerFrame'],
  stepsPerFrame: ['substeps'],
  method: ['solver', 'id'],
  solver: ['method'],
  outer: ['solver', 'method'],
  inner: ['solver', 'method'],
  omega: ['solver', 'method'],
  budget: ['solver', 'method'],
  iterations: ['inner', 'outer'],
  relaxation: ['omega'],
  fixed: ['pins'],
  pinned: ['pins'],
  anchors: ['pins'],
  width: ['size', 'length'],
  height: ['size', 'length'],
  columns: ['particles'],
  rows: ['particles'],
  resolution: ['particles'],
  scale: ['stretch'],
  faces: ['quads'],
  edges: ['springs'],
  weight: ['mass'],
  obstacles: ['colliders'],
  constraints: ['attachments'],
  thickness: ['radius'],
  bounciness: ['restitution'],
  rotationSpeed: ['spin'],
};

/** A name of this length or longer is no misspelling of a field. */
const LONGEST = 50;

/** The known field that a name means: one spelled much like it, or what others call by that name. */
function meant(name: string, known: readonly string[]): string | undefined {
  const others = name.length < LONGEST && Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : [];
  return nearest(name, known) ?? others.find((other) => known.includes(other));
}

/** The known name at most a third of its letters away. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length >= LONGEST) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Letters to insert, delete, change or swap with the next to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1));
      const isSwapped = j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[to.length];
}
