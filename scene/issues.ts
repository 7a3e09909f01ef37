/** zod's findings as problems a user can act on. */
import type * as z from 'zod/mini';
import { type Path, type Problem, refused, unknownProblem, valueAt } from './errors.ts';

/** Unknown fields of one object of which each is named: for each its nearest among the known ones is looked for. */
const MOST_UNKNOWN = 1000;

/** `root` is the value that was checked. */
export function problemsOf(issues: readonly z.core.$ZodIssue[], root: unknown): Problem[] {
  const found = new Map<string, Problem>();
  const add = (problem: Problem) => found.set(`${problem.path}\n${problem.message}`, problem);
  const visit = (issue: z.core.$ZodIssue, base: Path) => {
    const path = [...base, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      const known = issue.message.split(',');
      for (const key of issue.keys.slice(0, MOST_UNKNOWN))
        add(unknownProblem([...path, key], valueAt(root, [...path, key]), known));
    } else if (issue.code === 'invalid_union') {
      // A list given where a number or a list may stand: say which entry is wrong, not that it isn't a number.
      const inside = issue.errors.find((branch) => branch.some(({ path }) => path.length > 0));
      if (inside !== undefined) for (const nested of inside) visit(nested, path);
      else add(refused(path, valueAt(root, path), issue.message));
    } else {
      add(refused(path, valueAt(root, path), issue.message));
    }
  };
  for (const issue of issues) visit(issue, []);
  return [...found.values()];
}
