/** Finding and reading a scene: a file, standard input, or one of the scenes that come with Selvedge. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { nearest } from '../engine/index.ts';
import { Refusal } from './failure.ts';
import { packageFolder } from './package.ts';

export interface SceneFile {
  /** Its name in messages. */
  readonly label: string;
  readonly text: string;
  /** Path of its file; absent for standard input. */
  readonly path?: string;
}

const folder = path.join(packageFolder, 'scenes');

/** Names of the scenes that come with Selvedge. */
export const builtInScenes = (): string[] => scenesIn(folder);

/** The text of a built-in scene. */
export const readBuiltIn = (name: string): Promise<string> =>
  readFile(path.join(folder, `${name}.json`), 'utf8');

/** Names of the JSON files of a folder, without their ending; none where it can't be listed. */
function scenesIn(place: string): string[] {
  try {
    return readdirSync(place)
      .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
      .map((name) => path.basename(name, '.json'))
      .sort();
  } catch {
    return [];
  }
}

/** Reads a path, `-` for standard input, or a built-in name; a file of that name in the current folder takes precedence. */
export async function readScene(name: string): Promise<SceneFile> {
  if (name === '-') return { label: 'standard input', text: decode('standard input', await readInput()) };
  try {
    return { label: name, text: decode(name, await readFile(name)), path: path.resolve(name) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EISDIR') throw unreadable(name, error);
    const known = builtInScenes();
    if (!known.includes(name)) throw unknownScene(name, code, known);
    const file = path.join(folder, `${name}.json`);
    return { label: name, text: decode(name, await readFile(file)), path: file };
  }
}

function unknownScene(name: string, code: string, known: readonly string[]): Refusal {
  const stem = path.parse(name).name;
  const beside = path.join(path.dirname(name), `${nearest(stem, scenesIn(path.dirname(name)))}.json`);
  const guess = existsSync(beside) ? beside : nearest(stem, known);
  const found = code === 'EISDIR' ? 'is a folder, not a scene' : 'is neither a file nor a built-in scene';
  const suggestion = guess ? ` Did you mean ${guess}?` : '';
  return new Refusal(`${name} ${found}.${suggestion} Built in: ${known.join(', ') || 'none'}`);
}

function unreadable(name: string, error: unknown): Error {
  if (error instanceof Refusal) return error;
  return new Refusal(`${name} cannot be read: ${(error as Error).message}`);
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${name} is not text in UTF-8, as JSON has to be`);
  }
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
