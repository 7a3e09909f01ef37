// Imported first by every script: reports a Node version that is too old, before anything else fails with an unclear error.

/** The oldest Node that works: 20.16 brought process.getBuiltinModule, which loads worker threads without an import. */
const OLDEST = [20, 16];

/** Whether a version such as 'v20.20.2' will do. */
export function nodeIsRecentEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

if (!nodeIsRecentEnough(process.version)) {
  console.error(`Selvedge needs Node ${OLDEST.join('.')} or newer; this is ${process.version}.`);
  console.error('Install a newer one from https://nodejs.org and run the command again.');
  process.exit(1);
}
