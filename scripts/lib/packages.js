// The npm packages this repository needs: are they here, and if not, get them.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, red, runNpm } from './run.js';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Why the installed packages are not those of package-lock.json, or undefined when they are.
 * Compares versions rather than file times: a checkout touches the lock file without changing it.
 * @param {string} root
 * @returns {string | undefined}
 */
export function packagesMissing(root) {
  if (!existsSync(path.join(root, 'node_modules'))) return 'there is no node_modules folder yet';
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'node_modules was not installed completely';
  const installed = readJson(record).packages;
  for (const [name, wanted] of Object.entries(readJson(path.join(root, 'package-lock.json')).packages)) {
    if (name === '') continue;
    const found = installed[name];
    // Packages for other systems and optional peers may be absent.
    if (!found && !wanted.optional && !wanted.devOptional && !wanted.peer) return `${name} is missing`;
    if (found && found.version !== wanted.version)
      return `${name} is ${found.version}, package-lock.json wants ${wanted.version}`;
  }
  return undefined;
}

/** npm's own settings wait two minutes before they say that there is no network; these wait half a minute. */
const PATIENCE = ['--fetch-retries=3', '--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=8000'];

const NETWORK_ERROR = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;

/**
 * Installs the packages when they are missing; ends the program with an explanation when that fails.
 * @returns {Promise<boolean>} whether something was installed (which has also built the package)
 */
export async function ensurePackages() {
  const reason = packagesMissing(ROOT);
  if (!reason) return false;
  console.log(
    `Installing the npm packages with \`npm ci\`: ${reason}. The first time takes a minute or two.`,
  );
  const { code, errors } = await runNpm(['ci', '--prefer-offline', ...PATIENCE], { keepErrors: true });
  if (code === 0) return true;
  console.error(red('\nThe npm packages could not be installed.'));
  if (NETWORK_ERROR.test(errors)) {
    console.error(
      'npm could not reach its registry. Check the network connection (and `npm config get proxy`',
    );
    console.error('behind a proxy), then run the same command again.');
  } else if (code === 127) {
    console.error('npm was not found. It comes with Node: install Node from https://nodejs.org.');
  } else {
    console.error(`\`npm ci\` ended with exit code ${code}; its messages above say why.`);
  }
  process.exit(1);
}
