/** The GPU of the tests, in Chromium: the page's own. `#gpu` is this file there. */
import { type Backend, webgpu } from 'selvedge';

export const openWebGpu = (): Promise<Backend> => webgpu();
