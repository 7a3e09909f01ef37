// Packs the built package as npm would publish it and installs it into empty projects, offline.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { demandFreshDist } from '../../scripts/lib/built.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const execute = promisify(execFile);

/** Runs a program and gives what it printed; a failure's message holds both outputs. */
export async function shell(cwd: string, program: string, ...args: string[]): Promise<string> {
  try {
    return (await execute(program, args, { cwd, timeout: 120_000, maxBuffer: 1 << 26 })).stdout;
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

export interface Workshop {
  /** The temporary folder that holds the tarball and the projects. */
  readonly folder: string;
  /** Paths in the tarball. */
  readonly files: readonly string[];
  /** Makes an empty project with the package installed and these files in it; gives its folder. */
  project(name: string, files: Readonly<Record<string, string>>): Promise<string>;
  dispose(): void;
}

/** Packs what `npm run build` has put into dist/. */
export async function openWorkshop(): Promise<Workshop> {
  demandFreshDist();
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'selvedge-pack-')));
  // The scripts would build again.
  const packed = await shell(ROOT, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];

  return {
    folder,
    files: files.map((file) => file.path),
    async project(name, contents) {
      const project = path.join(folder, name);
      const manifest = JSON.stringify({ name, private: true });
      for (const [file, text] of Object.entries({ 'package.json': manifest, ...contents })) {
        mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
        writeFileSync(path.join(project, file), text);
      }
      const tarball = path.join(folder, filename);
      await shell(project, 'npm', 'install', '--offline', '--no-save', '--no-audit', '--no-fund', tarball);
      return project;
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
