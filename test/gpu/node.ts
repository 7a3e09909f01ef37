/** The GPU of the tests, in Node: Dawn, through the optional `webgpu` package. `#gpu` is this file there. */
import { type Backend, webgpu } from 'selvedge';
import { openGpu } from 'selvedge/node';

let first: Promise<Backend> | undefined;

/** On one device for all tests of a file: it compiles a kernel once, and in software that takes long. */
export async function openWebGpu(): Promise<Backend> {
  first ??= openGpu().then((gpu) => webgpu({ gpu }));
  return webgpu({ device: (await first).device });
}
