// `node scripts/complete-lock.js` after `npm install` of a package with programs for many systems (biome, rolldown):
// adds the entries of the systems that npm left out of package-lock.json, as it does when its registry does not offer
// them. Without them `npm ci` refuses the lock file, on this system and on the others.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/run.js';

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const file = path.join(ROOT, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));

/** The entry of a package such as @rolldown/binding-linux-x64-musl, whose name contains its system. */
function entryOf(name, version, parent) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length + cpu.length === 0 || !/^\d/.test(version)) return undefined;
  const musl = words.some((word) => word.startsWith('musl'));
  const libc = os.includes('linux') && cpu.length > 0 ? [musl ? 'musl' : 'glibc'] : undefined;
  const all = { version, cpu, dev: parent.dev, libc, license: parent.license, optional: true, os };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && value.length !== 0),
  );
}

for (const [place, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const own = `node_modules/${name}`;
    if (lock.packages[own] ?? lock.packages[`${place}/${own}`]) continue;
    const entry = entryOf(name, version, parent);
    if (!entry) continue;
    lock.packages[own] = entry;
    console.log(`added ${name} ${version}`);
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
