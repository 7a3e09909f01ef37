/** Turns the issues that zod reports into problems with a path, the value seen and the values allowed. */
import type * as z from 'zod/mini';
import { type Path, type Problem, refused, unknownProblem, valueAt } from './errors.ts';

/** Up to this many unknown fields of one object are reported one by one, each with the closest known name. */
const MOST_UNKNOWN = 1000;

/** `root` is the checked value. */
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
      // The field takes a number or a list, and a list was given: report the wrong entry, not that it is not a number.
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
