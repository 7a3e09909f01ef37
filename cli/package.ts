/** The package this command belongs to. The same from the sources (cli/) and from the build (dist/). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const packageFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export const packageVersion = (): string =>
  JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')).version;
