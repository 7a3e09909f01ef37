/** The GPU of the tests, in Node: Dawn, through the optional `webgpu` package. `#gpu` is this file there. */
import { type Backend, webgpu } from 'selvedge';
import { openGpu } from 'selvedge/node';

export const openWebGpu = async (): Promise<Backend> => webgpu({ gpu: await openGpu() });
