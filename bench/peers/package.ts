/** What an engine costs before it runs: how much a page fetches, how long it loads. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Peer } from './peer.ts';

export interface Facts {
  readonly peer: string;
  readonly title: string;
  readonly version: string;
  /** Kilobytes that a page fetches, compressed with gzip; undefined where it is not built or installed. */
  readonly kilobytes?: number;
  /** Milliseconds to import and compile, in this process, where no other had done so before. */
  readonly load?: number;
}

/** `own` is our package's folder and version. */
export function factsOf(peer: Peer, own: { folder: string; version: string }, load?: number): Facts {
  const { id, title, package: name, files } = peer;
  const about = { peer: id, title, load };
  try {
    const folder = name === undefined ? own.folder : folderOf(name);
    const version =
      name === undefined
        ? own.version
        : JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
    const all = new Set(files.flatMap((file) => withImports(path.join(folder, file))));
    const bytes = [...all].reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    return { ...about, version, kilobytes: bytes / 1000 };
  } catch {
    return { ...about, version: 'not installed' };
  }
}

/** The folder of an installed package: the one above its main file that has its name. */
function folderOf(name: string): string {
  let folder = path.dirname(createRequire(import.meta.url).resolve(name));
  while (!folder.endsWith(path.join('node_modules', name))) folder = path.dirname(folder);
  return folder;
}

/** A file of ours with those that it imports by path. */
function withImports(file: string): string[] {
  if (!file.endsWith('.js')) return [file];
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/^(?:import|export) [^;]*?from "(\.[^"]+)";/gm)].map(([, name]) => name);
  return [file, ...names.flatMap((name) => withImports(path.join(path.dirname(file), name)))];
}
