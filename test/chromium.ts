// The Chromium that the tests use, and its flags.
// Shared by vitest's browser project, the studio test and the packaging test.

import { findChromium } from '../scripts/lib/chromium.js';

/** Features playwright itself switches on. Only the last `--enable-features` counts, so ours must repeat them:
 *  without the first, a screenshot never returns. */
const PLAYWRIGHT_FEATURES = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies'];

/** Quiet and offline: a test talks to this machine only. */
const BASE_ARGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** WebGPU compute, a WebGPU canvas, WebGL and screenshots together, all in software (SwiftShader).
 *  `--enable-unsafe-webgpu` alone computes, but loses the device at the first frame of a canvas. */
const WEBGPU_ARGS = ['--enable-unsafe-webgpu', '--use-vulkan=swiftshader', '--use-angle=swiftshader'];

/** The executable to hand to playwright as `executablePath`. */
export function chromiumPath(): string {
  const found = findChromium();
  if (found) return found;
  throw new Error(
    process.env.SELVEDGE_CHROMIUM
      ? `SELVEDGE_CHROMIUM is ${process.env.SELVEDGE_CHROMIUM}, which is not a program that can be run.`
      : 'No Chromium found. Install it (Debian: apt-get install chromium libvulkan1) or set SELVEDGE_CHROMIUM to its path.',
  );
}

/** Flags to hand to playwright as `args`. With `webgpu: false` the browser offers no WebGPU adapter, as on many a
 *  user's machine (`navigator.gpu` stands, `requestAdapter()` gives null), and WebGL2 still draws. */
export function chromiumArgs({ webgpu = true }: { webgpu?: boolean } = {}): string[] {
  const features = webgpu ? [...PLAYWRIGHT_FEATURES, 'Vulkan'] : PLAYWRIGHT_FEATURES;
  const args = [...BASE_ARGS, `--enable-features=${features.join(',')}`];
  args.push(...(webgpu ? WEBGPU_ARGS : ['--use-angle=swiftshader']));
  // Chromium refuses its sandbox to root, which is what a container usually is.
  if (process.getuid?.() === 0) args.unshift('--no-sandbox');
  return args;
}
