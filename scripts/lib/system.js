// What the tests need from the system beyond npm: Chromium, and on Linux the Vulkan loader for WebGPU in Node.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium, findSwiftShader } from './chromium.js';
import { bold, red, run } from './run.js';

/** The Debian packages: the browser, and the loader through which Dawn (WebGPU in Node) finds a Vulkan driver. */
const DEBIAN_PACKAGES = ['chromium', 'libvulkan1'];

const LIBRARY_FOLDERS = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/lib', '/lib64'];

/** Whether the Vulkan loader is installed. Only Linux needs it: elsewhere WebGPU uses Metal or Direct3D. */
function hasVulkanLoader(env) {
  if (process.platform !== 'linux') return true;
  const multiarch = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch] ?? '';
  const folders = [...(env.LD_LIBRARY_PATH ?? '').split(':').filter(Boolean), ...LIBRARY_FOLDERS];
  return folders.some((folder) =>
    [folder, path.join(folder, multiarch)].some((place) => existsSync(path.join(place, 'libvulkan.so.1'))),
  );
}

/** 'debian', 'ubuntu', 'fedora', … or '' where there is no /etc/os-release. */
function distribution() {
  if (!existsSync('/etc/os-release')) return '';
  return /^ID="?([^"\n]*)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
}

/** How to become root without a question: [] when we are, ['sudo', '-n'] when sudo asks nothing, else undefined. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  const { code } = await run('sudo', ['-n', 'true'], { quiet: true });
  return code === 0 ? ['sudo', '-n'] : undefined;
}

/** Installs Chromium and the loader through apt-get where we may; gives whether that was done. */
async function installThroughApt(missing) {
  // A Chromium named by the user takes precedence.
  if (process.env.SELVEDGE_CHROMIUM && missing.includes('Chromium')) return false;
  // On Ubuntu the package is a stub for a snap, which a test cannot drive.
  if (distribution() !== 'debian' || !existsSync('/usr/bin/apt-get')) return false;
  const prefix = await rootPrefix();
  if (!prefix) return false;
  console.log(`Installing ${missing.join(' and ')} through apt-get, for the tests.`);
  const apt = (...args) => {
    const [program, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(program, rest);
  };
  const { code: updated } = await apt('update', '-q');
  if (updated !== 0) console.error('apt-get update failed; trying with the package lists as they are.');
  const { code } = await apt('install', '-y', '-q', '--no-install-recommends', ...DEBIAN_PACKAGES);
  return code === 0;
}

/** The exact words for what to install by hand. */
function instructions(missing) {
  const lines = [
    `The tests need ${missing.join(' and ')}, which ${missing.length > 1 ? 'are' : 'is'} not installed.`,
  ];
  if (process.env.SELVEDGE_CHROMIUM && missing.includes('Chromium')) {
    const wrong = `SELVEDGE_CHROMIUM is ${process.env.SELVEDGE_CHROMIUM}, which cannot be run`;
    return [...lines, `${wrong}: set it to the path of a Chromium, or unset it.`].join('\n');
  }
  if (process.platform !== 'linux') {
    lines.push('Install Google Chrome, or run:  npx playwright install chromium');
  } else if (distribution() === 'debian') {
    lines.push(`Run:  sudo apt-get install ${DEBIAN_PACKAGES.join(' ')}`);
  } else if (distribution() === 'ubuntu') {
    lines.push('Run:  sudo apt-get install libvulkan1 && npx playwright install --with-deps chromium');
  } else {
    lines.push(
      "Install with the system's package manager: Chromium (or Google Chrome) and the Vulkan loader",
    );
    lines.push(
      '(Fedora: chromium vulkan-loader; Arch: chromium vulkan-icd-loader; openSUSE: chromium libvulkan1).',
    );
  }
  lines.push('If Chromium is in an unusual place, set SELVEDGE_CHROMIUM to the path of its executable.');
  return lines.join('\n');
}

/** What is missing, in words. */
function missingParts(env) {
  return [!findChromium(env) && 'Chromium', !hasVulkanLoader(env) && 'the Vulkan loader'].filter(Boolean);
}

/** Whether a Vulkan driver for a real GPU is likely to work: a device and at least one driver manifest. */
function hasGpu() {
  if (process.platform !== 'linux') return true;
  const list = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
  const device = existsSync('/dev/nvidia0') || list('/dev/dri').some((name) => name.startsWith('renderD'));
  const drivers = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'].flatMap(list);
  return device && drivers.length > 0;
}

/**
 * Makes sure that Chromium and the Vulkan loader are here and gives the environment for the tests; ends the program
 * with instructions when they are not and may not be installed.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function testEnvironment() {
  let missing = missingParts(process.env);
  if (missing.length > 0 && (await installThroughApt(missing))) missing = missingParts(process.env);
  if (missing.length > 0) {
    console.error(red(`\n${instructions(missing)}`));
    process.exit(1);
  }
  const chromium = findChromium();
  const env = { ...process.env, SELVEDGE_CHROMIUM: chromium };
  const swiftShader = findSwiftShader(chromium);
  const chosen = env.VK_ICD_FILENAMES ?? env.VK_DRIVER_FILES;
  if (!chosen && !hasGpu() && swiftShader) env.VK_ICD_FILENAMES = swiftShader;
  const driver = env.VK_ICD_FILENAMES ?? env.VK_DRIVER_FILES ?? "the system's GPU driver";
  console.log(`${bold('Chromium')}        ${chromium}\n${bold('WebGPU in Node')}  ${driver}`);
  return env;
}
