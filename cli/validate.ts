/** `selvedge validate`: every problem of every scene, at once. */
import { type Problem, parseScene, SceneError } from '../scene/index.ts';
import type { Verb } from './arguments.ts';
import { EXIT, Refusal } from './failure.ts';
import { readScene } from './scene-file.ts';

interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  readonly problems: readonly Pick<Problem, 'path' | 'message'>[];
  readonly warnings: readonly string[];
}

export const validate: Verb = {
  name: 'validate',
  summary: 'check scenes and list every problem of every one',
  operands: 'FILE…',
  operandsHelp: 'files, names of built-in scenes, or - for standard input',
  least: 1,
  most: Number.POSITIVE_INFINITY,
  options: { json: { help: 'print the verdicts as one JSON object' } },
  run: (names, { json }) => judgeAll(names, json === true),
};

async function judgeAll(names: readonly string[], json: boolean): Promise<number> {
  const verdicts: Verdict[] = [];
  for (const name of names) {
    const { verdict, words } = await judge(name);
    verdicts.push(verdict);
    if (json) continue;
    for (const warning of verdict.warnings) process.stderr.write(`${name}: warning: ${warning}\n`);
    (verdict.ok ? process.stdout : process.stderr).write(`${words}\n`);
  }
  if (json) process.stdout.write(`${JSON.stringify({ files: verdicts }, null, 2)}\n`);
  return verdicts.every(({ ok }) => ok) ? EXIT.ok : EXIT.refused;
}

async function judge(name: string): Promise<{ verdict: Verdict; words: string }> {
  try {
    const { text, label } = await readScene(name);
    const { scene, warnings } = parseScene(text, { source: label });
    const { length } = scene.colliders;
    const parts = [
      scene.bodies.length === 1 ? '1 body' : `${scene.bodies.length} bodies`,
      ...(length === 0 ? [] : [length === 1 ? '1 collider' : `${length} colliders`]),
      scene.solver.method,
    ];
    const words = `${label}: OK, ${parts.join(', ')}`;
    return { verdict: { file: name, ok: true, problems: [], warnings }, words };
  } catch (error) {
    if (!(error instanceof SceneError || error instanceof Refusal)) throw error;
    const problems =
      error instanceof SceneError
        ? error.problems.map(({ path, message }) => ({ path, message }))
        : [{ path: '', message: error.message }];
    return { verdict: { file: name, ok: false, problems, warnings: [] }, words: error.message };
  }
}
