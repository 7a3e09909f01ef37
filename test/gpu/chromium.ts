/** The GPU of the tests, in Chromium: the page's own. `#gpu` is this file there. */
import { type Backend, webgpu } from 'selvedge';

let first: Promise<Backend> | undefined;

/** On one device for all tests of a file: it compiles a kernel once, and in software that takes long. */
export async function openWebGpu(): Promise<Backend> {
  first ??= webgpu();
  return webgpu({ device: (await first).device });
}
