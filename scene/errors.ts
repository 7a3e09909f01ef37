/** What is wrong with a scene: every problem at once, each with its path, the value seen and what is allowed. */
import { nearest, notAllowed, unknownField } from '../engine/index.ts';

/** One fault of a scene. */
export interface Problem {
  /** Where, as one would write it in JavaScript: `bodies[0].mass`. Empty for the scene as a whole. */
  readonly path: string;
  /** What stands there. `undefined` where something is missing. */
  readonly value: unknown;
  /** What is wrong and what is allowed, without the path. */
  readonly message: string;
}

/** A scene that is refused. Its message lists all faults. */
export class SceneError extends Error {
  /** Always `SceneError`. */
  override readonly name = 'SceneError';
  /** All faults that were found. */
  readonly problems: readonly Problem[];
  /** Which file or text, where the caller said. */
  readonly source: string | undefined;

  constructor(problems: readonly Problem[], source?: string) {
    super(
      [`${source ?? 'The scene'} is refused:`, ...linesOf(problems).map((line) => `  ${line}`)].join('\n'),
    );
    this.problems = problems;
    this.source = source;
  }
}

/** Limit of lines in a message. A list of a million wrong numbers usually has one cause. */
const MOST_LINES = 100;

function linesOf(problems: readonly Problem[]): string[] {
  const lines = problems
    .slice(0, MOST_LINES)
    .map(({ path, message }) => `${path === '' ? 'scene' : path}: ${message}`);
  if (problems.length > MOST_LINES) lines.push(`and ${problems.length - MOST_LINES} more problems`);
  return lines;
}

export type Path = readonly PropertyKey[];

/** `['bodies', 0, 'mass']` as `bodies[0].mass`. */
export function showPath(path: Path): string {
  let shown = '';
  for (const key of path) {
    if (typeof key === 'number') shown += `[${key}]`;
    else if (/^[\w$]+$/.test(String(key))) shown += shown === '' ? String(key) : `.${String(key)}`;
    else shown += `[${JSON.stringify(String(key))}]`;
  }
  return shown;
}

/** The problem of a value that is not allowed, or is missing. */
export function refused(path: Path, value: unknown, allowed: string): Problem {
  return { path: showPath(path), value, message: notAllowed(value, allowed) + meantAmong(value, allowed) };
}

/** Where `allowed` lists words, `one of "top", "left"`, the one that was probably meant. */
function meantAmong(value: unknown, allowed: string): string {
  const [, words] = allowed.split('one of ');
  if (typeof value !== 'string' || words === undefined) return '';
  const guess = nearest(
    value,
    Array.from(words.matchAll(/"([^"]*)"/g), ([, word]) => word),
  );
  return guess === undefined ? '' : `. Did you mean "${guess}"?`;
}

/** The problem of a field that does not exist, with the one that was probably meant. */
export function unknownProblem(path: Path, value: unknown, known: readonly string[]): Problem {
  const [, message] = unknownField(String(path.at(-1)), known);
  return { path: showPath(path), value, message };
}

export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
