// The bundlers, as their commands run them: in the project's folder and without a configuration file.

import path from 'node:path';
import { ROOT, shell } from './package.ts';

export async function buildWithVite(project: string): Promise<void> {
  await shell(project, process.execPath, path.join(ROOT, 'node_modules/vite/bin/vite.js'), 'build');
}

/** What webpack's own command does; that command is a package of its own and adds nothing here. */
const WEBPACK_COMMAND = (mode: string) => `
const webpack = require(${JSON.stringify(path.join(ROOT, 'node_modules/webpack'))});
webpack({ mode: '${mode}' }, (failure, stats) => {
  if (failure) throw failure;
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  console.log(JSON.stringify([...errors, ...warnings].map(({ message }) => message)));
});`;

/** Builds with nothing set but the mode, which webpack asks for; gives its errors and warnings. */
export async function buildWithWebpack(
  project: string,
  mode: 'production' | 'development',
): Promise<string[]> {
  const complaints = JSON.parse(
    await shell(project, process.execPath, '-e', WEBPACK_COMMAND(mode)),
  ) as string[];
  // Advice on the size of downloads is no fault: the kernels are inlined on purpose.
  return complaints.filter((message) => !/size limit|webpack performance/.test(message));
}
