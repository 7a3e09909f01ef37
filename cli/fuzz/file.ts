/** A case as files: the scene, which `selvedge run` takes, and beside it the script that `selvedge fuzz --replay` plays. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../failure.ts';
import { readScene } from '../scene-file.ts';
import { makeFolder, targetOf, writeWhole } from '../whole-file.ts';
import type { Action } from './actions.ts';
import type { Case } from './case.ts';
import type { Fields } from './scene.ts';
import type { Shrunk } from './shrink.ts';

/** What stands in a script beside its case. */
interface Script {
  readonly seed: number;
  /** The scene's file, beside this one. */
  readonly scene: string;
  readonly found: string;
  readonly message: string;
  readonly steps: number;
  readonly actions: readonly Action[];
}

const ENDING = '.script.json';

/** Writes both and gives the name of the script. */
export async function writeCase(folder: string, { case: found, finding }: Shrunk): Promise<string> {
  await makeFolder('--into', folder);
  const stem = path.join(folder, `seed-${found.seed}-${finding.kind}`);
  const { seed, steps, actions } = found;
  const script: Script = {
    ...{ seed, scene: `${path.basename(stem)}.json`, found: finding.kind, message: finding.message },
    ...{ steps, actions },
  };
  const files: [string, unknown][] = [
    [`${stem}.json`, { ...found.scene, version: 1 }],
    [`${stem}${ENDING}`, script],
  ];
  const outputs = [];
  for (const [name, value] of files)
    outputs.push({
      target: await targetOf('--into', name),
      chunks: [`${JSON.stringify(value, null, 2)}\n`],
    });
  await writeWhole(outputs);
  return `${stem}${ENDING}`;
}

/** Steps of a scene that comes without a script. */
const STEPS = 120;

/** A case from its script, or from a scene, to which nothing is done then. */
export async function readCase(name: string): Promise<Case> {
  if (!name.endsWith(ENDING)) {
    const { text } = await readScene(name);
    return { seed: 0, scene: JSON.parse(text) as Fields, steps: STEPS, actions: [] };
  }
  let script: Partial<Script>;
  try {
    script = JSON.parse(await readFile(name, 'utf8')) as Partial<Script>;
  } catch (error) {
    throw new Refusal(`${name} is no script: ${(error as Error).message}`);
  }
  const { seed = 0, scene, steps, actions } = script;
  if (typeof scene !== 'string' || !Number.isInteger(steps) || !Array.isArray(actions))
    throw new Refusal(`${name} is no script: it has no scene, steps and actions`);
  const { text } = await readScene(path.join(path.dirname(name), scene));
  return { seed, scene: JSON.parse(text) as Fields, steps: steps as number, actions };
}
