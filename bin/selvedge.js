#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../dist/cli.js', import.meta.url);

if (existsSync(program)) {
  await import(program.href);
} else {
  console.error('selvedge: the package is not built yet. In its folder run `npm ci`, or `npm run build`.');
  process.exitCode = 1;
}
