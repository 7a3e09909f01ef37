/** The C++ programs to measure against: built when they are first needed, where there is a compiler. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Context, Native, Side } from './case.ts';

const execute = promisify(execFile);

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  grid: ['-ffast-math', '-mprefer-vector-width=512'],
  cholesky: [
    '-DNDEBUG',
    '-I/usr/include/eigen3',
    '-I/usr/local/include/eigen3',
    '-I/opt/homebrew/include/eigen3',
  ],
};

/** Builds with $CXX, g++ or clang++; keeps programs in the folder for temporary files, by the hash of their source. */
export function nativePrograms(sources: string): Context['native'] {
  const built = new Map<string, Promise<Native>>();
  return (name) => {
    const found = built.get(name) ?? build(path.join(sources, `${name}.cpp`), FLAGS[name]);
    built.set(name, found);
    return found;
  };
}

async function build(source: string, own: readonly string[]): Promise<Native> {
  if (!existsSync(source)) return { missing: 'the C++ sources are in the repository, not in the package' };
  const flags = ['-O3', '-march=native', '-std=c++17', ...own];
  const hash = createHash('sha256').update(readFileSync(source)).update(flags.join(' ')).digest('hex');
  const folder = path.join(tmpdir(), 'selvedge-bench');
  const program = path.join(folder, `${path.basename(source, '.cpp')}-${hash.slice(0, 16)}`);
  if (existsSync(program)) return { program };
  mkdirSync(folder, { recursive: true });
  const half = `${program}.${process.pid}`;
  let reason = '';
  for (const compiler of compilers()) {
    try {
      await execute(compiler, [...flags, source, '-o', half]);
      renameSync(half, program);
      return { program };
    } catch (error) {
      const { code, stderr } = error as { code?: unknown; stderr?: string };
      if (code !== 'ENOENT') reason ||= `${compiler} failed: ${stderr?.match(/error: .*/)?.[0] ?? code}`;
    }
  }
  return {
    missing: reason || `there is no C++ compiler (tried ${compilers().join(', ')}; CXX names another)`,
  };
}

const compilers = (): string[] => (process.env.CXX ? [process.env.CXX] : ['g++', 'clang++']);

/** A native program as a side: its one number on standard output. */
export function nativeSide(program: string, mode: string, ...words: readonly (number | string)[]): Side {
  return {
    name: `native ${mode}`,
    sample: async () => {
      const { stdout } = await execute(program, [mode, ...words.map(String)]);
      const value = Number(stdout);
      if (!(value > 0)) throw new Error(`${program} printed "${stdout.trim()}", not a time`);
      return value;
    },
  };
}
