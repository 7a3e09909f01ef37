/** `path=value` assignments, as in `selvedge run --set solver.inner=20`. */
import { InputError, showValue } from '../engine/index.ts';
import { type Path, type Problem, SceneError, showPath } from './errors.ts';

/**
 * A copy of the value with the assignments made, in order. A right-hand side that is JSON is taken as JSON, anything
 * else as text, so `solver.method=pd-gs` needs no quotes. Missing fields are created; `validateScene` checks later whether
 * they exist in the format. Throws a `SceneError` for a path through something that is no object or list.
 */
export function applyAssignments(value: unknown, assignments: readonly string[], source?: string): unknown {
  if (!Array.isArray(assignments)) throw new InputError('set', assignments, 'a list of texts path=value');
  const problems: Problem[] = [];
  let result = value;
  for (const [k, assignment] of assignments.entries()) {
    if (typeof assignment !== 'string') throw new InputError(`set[${k}]`, assignment, 'a text path=value');
    try {
      const { path, right } = readAssignment(assignment);
      result = assign(result, path, 0, right);
    } catch (error) {
      if (!(error instanceof BadAssignment)) throw error;
      problems.push({ path: error.path, value: assignment, message: error.message });
    }
  }
  if (problems.length > 0) throw new SceneError(problems, source);
  return result;
}

class BadAssignment extends Error {
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

function readAssignment(assignment: string): { path: Path; right: unknown } {
  const equals = assignment.indexOf('=');
  const left = assignment.slice(0, equals).trim();
  const path = equals < 0 ? undefined : readPath(left);
  if (path === undefined) {
    throw new BadAssignment(
      'set',
      `${showValue(assignment)} is not an assignment; write path=value, as in --set bodies[0].mass=1`,
    );
  }
  const right = assignment.slice(equals + 1).trim();
  try {
    return { path, right: JSON.parse(right) };
  } catch {
    return { path, right };
  }
}

/** `bodies[0].mass` and `bodies.0.mass` as keys; `materials["my cotton"]` for names with odd letters. */
function readPath(text: string): Path | undefined {
  const step = /(?:^|\.)([\w$-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;
  const path: (string | number)[] = [];
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (found === null) return undefined;
    const [, name, index, quoted] = found;
    if (index !== undefined) path.push(Number(index));
    else path.push(quoted === undefined ? name : JSON.parse(quoted));
  }
  return path.length === 0 ? undefined : path;
}

function assign(node: unknown, path: Path, depth: number, right: unknown): unknown {
  if (depth === path.length) return right;
  const here = showPath(path.slice(0, depth)) || 'the scene';
  const whole = showPath(path);
  const key = path[depth];
  if (Array.isArray(node)) {
    const index = Number(key);
    if (!Number.isInteger(index) || index < 0 || index >= node.length) {
      const entries =
        node.length === 1 ? '1 entry, [0]' : `${node.length} entries, [0] to [${node.length - 1}]`;
      throw new BadAssignment(
        whole,
        `does not exist; ${here} has ${node.length === 0 ? 'no entries' : entries}`,
      );
    }
    return node.with(index, assign(node[index], path, depth + 1, right));
  }
  if (node === undefined && typeof key === 'number') {
    throw new BadAssignment(
      whole,
      `does not exist; the scene has no ${here}. Set the whole list: ${here}=[…]`,
    );
  }
  if (node !== undefined && (typeof node !== 'object' || node === null)) {
    throw new BadAssignment(whole, `does not exist; ${here} is ${showValue(node)}, which has no fields`);
  }
  const fields = (node ?? {}) as Record<PropertyKey, unknown>;
  const inside = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return { ...fields, [key]: assign(inside, path, depth + 1, right) };
}
