/**
 * Output files that are either complete or absent: written under a temporary name beside the target, then renamed. Whether a
 * path can be written is checked before the simulation.
 */
import { existsSync, unlinkSync } from 'node:fs';
import { access, constants, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from './failure.ts';

export interface Target {
  /** As the user wrote it. */
  readonly given: string;
  readonly path: string;
  /** A device or a pipe, such as /dev/stdout: written to as it is, since renaming would replace it. */
  readonly direct: boolean;
}

export interface Output {
  readonly target: Target;
  readonly chunks: Iterable<string>;
}

/** Checks that the file can be written, without touching it; `option` is the name of the option in messages. */
export async function targetOf(option: string, given: string): Promise<Target> {
  const refuse = (why: string) => new Refusal(`${option} ${given}: ${why}`);
  if (given === '' || given === '-')
    throw refuse('give the name of a file (/dev/stdout for standard output)');
  try {
    const kind = await stat(given).catch(ignoreMissing);
    if (kind?.isDirectory()) throw refuse('is a folder; give the name of a file');
    if (kind) await access(given, constants.W_OK);
    if (kind && !kind.isFile()) return { given, path: given, direct: true };
    const target = { given, path: kind ? await realpath(given) : path.resolve(given), direct: false };
    await (await open(temporary(target), 'wx')).close();
    await rm(temporary(target));
    return target;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof Refusal) throw error;
    const parent = path.dirname(path.resolve(given));
    if (code === 'ENOENT' && !existsSync(parent)) throw refuse(`the folder ${parent} does not exist`);
    throw refuse(`cannot be written: ${message}`);
  }
}

/** Makes the folder and its missing parents. */
export async function makeFolder(option: string, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new Refusal(`${option} ${folder}: ${(error as Error).message}`);
  }
}

/** Writes all of the files or, when one fails, none. */
export async function writeWhole(outputs: readonly Output[]): Promise<void> {
  try {
    for (const { target, chunks } of outputs) {
      if (!target.direct) begun.add(temporary(target));
      await writeFile(target.direct ? target.path : temporary(target), chunks);
    }
    for (const { target } of outputs) {
      if (!target.direct) await rename(temporary(target), target.path);
    }
  } finally {
    removeBegun();
  }
}

const begun = new Set<string>();

/** Removes temporary files that were not renamed. Synchronous, so that it can run when the process exits. */
export function removeBegun(): void {
  for (const file of begun) {
    try {
      unlinkSync(file);
    } catch {
      // It was renamed or never created.
    }
  }
  begun.clear();
}

const temporary = (target: Target): string => `${target.path}.${process.pid}.tmp`;

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
