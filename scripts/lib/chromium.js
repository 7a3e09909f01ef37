// Finds Chromium, and the SwiftShader (a Vulkan driver in software) that is installed with it.
// Plain JavaScript without dependencies: it runs before anything is installed.

import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Names under which the distributions put Chromium or Chrome on the path, best first. */
const LINUX_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const MAC_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const WINDOWS_PATHS = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'];

/** True for a file this user may run. */
function isExecutable(file) {
  try {
    accessSync(file, process.platform === 'win32' ? constants.F_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Browsers that `npx playwright install chromium` downloaded, newest first. */
function playwrightBrowsers(env) {
  const caches = {
    linux: path.join(homedir(), '.cache', 'ms-playwright'),
    darwin: path.join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    win32: path.join(env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  };
  const cache = env.PLAYWRIGHT_BROWSERS_PATH ?? caches[process.platform];
  if (!cache || !existsSync(cache)) return [];
  const executables = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ];
  return readdirSync(cache)
    .filter((folder) => /^chromium-\d+$/.test(folder))
    .sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
    .flatMap((folder) => executables.map((file) => path.join(cache, folder, file)));
}

/** Every place looked at, in order of preference. SELVEDGE_CHROMIUM, when set, is the only one. */
function chromiumCandidates(env) {
  if (env.SELVEDGE_CHROMIUM) return [env.SELVEDGE_CHROMIUM];
  const onPath = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const system = {
    linux: LINUX_NAMES.flatMap((name) =>
      ['/usr/bin', '/usr/local/bin', '/snap/bin', ...onPath].map((folder) => path.join(folder, name)),
    ),
    darwin: MAC_PATHS.flatMap((file) => [file, path.join(homedir(), file)]),
    win32: [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter((root) => root !== undefined)
      .flatMap((root) => WINDOWS_PATHS.map((file) => path.join(root, file))),
  };
  return [...(system[process.platform] ?? []), ...playwrightBrowsers(env)];
}

/**
 * The path of a Chromium to test with, or undefined when there is none.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  return chromiumCandidates(env).find(isExecutable);
}

/**
 * The manifest of the SwiftShader that belongs to a Chromium, or undefined when it has none.
 * Debian's /usr/bin/chromium is a script; its files are in /usr/lib/chromium.
 * @param {string} chromium path of the executable
 * @returns {string | undefined}
 */
export function findSwiftShader(chromium) {
  const folders = [path.dirname(chromium)];
  if (existsSync(chromium)) folders.push(path.dirname(realpathSync(chromium)));
  folders.push('/usr/lib/chromium', '/usr/lib/chromium-browser', '/usr/lib64/chromium-browser');
  return folders.map((folder) => path.join(folder, 'vk_swiftshader_icd.json')).find(existsSync);
}
