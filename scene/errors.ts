/** What is wrong with a scene: every problem at once, each with its path, the value seen and what is allowed. */
import { notAllowed } from '../engine/index.ts';

export interface Problem {
  /** Where, as one would write it in JavaScript: `bodies[0].mass`. Empty for the scene as a whole. */
  readonly path: string;
  /** What stands there. `undefined` where something is missing. */
  readonly value: unknown;
  /** What is wrong and what is allowed, without the path. */
  readonly message: string;
}

export class SceneError extends Error {
  override readonly name = 'SceneError';
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

/** More lines than this help nobody: a list of a million wrong numbers is wrong in one way. */
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

/** What other programs call our fields, and fields of a solver outside of it. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  objects: 'bodies',
  dt: 'timestep',
  substeps: 'stepsPerFrame',
  method: 'solver',
  outer: 'solver',
  inner: 'solver',
  omega: 'solver',
  budget: 'solver',
  iterations: 'inner',
  relaxation: 'omega',
  fixed: 'pins',
  pinned: 'pins',
  anchors: 'pins',
  width: 'size',
  height: 'size',
  columns: 'particles',
  rows: 'particles',
  resolution: 'particles',
  scale: 'stretch',
  faces: 'quads',
  edges: 'springs',
  weight: 'mass',
  obstacles: 'colliders',
  constraints: 'attachments',
  thickness: 'radius',
  bounciness: 'restitution',
  rotationSpeed: 'spin',
};

/** The problem of a field nobody knows, with the nearest name that exists. */
export function unknownField(path: Path, value: unknown, known: readonly string[]): Problem {
  const name = String(path.at(-1));
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : '';
  const guess = nearest(name, known) ?? known.find((field) => field === other);
  const suggestion = guess === undefined ? '' : ` Did you mean "${guess}"?`;
  return {
    path: showPath(path),
    value,
    message: `unknown field.${suggestion} Known here: ${known.join(', ')}`,
  };
}

export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** The known name at most a third of its letters away. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Letters to insert, delete or change to turn one word into the other. */
function editDistance(from: string, to: string): number {
  // Names that are very long are nobody's typing mistake.
  if (from.length > 50) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[to.length];
}
