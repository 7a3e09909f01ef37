/** What Node adds, `selvedge/node`: WebGPU through the optional `webgpu` package (Dawn). */
import { BackendUnavailable } from '../engine/index.ts';

/**
 * Dawn resolves no promise once the object that `create()` returned has been collected, so it is kept for the lifetime of the
 * process. It holds no device and does not keep the process alive.
 */
let opened: Promise<GPU> | undefined;

/**
 * WebGPU in Node, for `webgpu({ gpu: await openGpu() })`. Throws `BackendUnavailable` if the package or a GPU driver is missing; the
 * message says what to install. Every call gives the same object.
 */
export function openGpu(): Promise<GPU> {
  opened ??= create();
  // After a failure the next call tries again.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function create(): Promise<GPU> {
  // Browsers quantise timestamps to 65 µs as a protection against malicious pages, which Node programs do not need.
  const gpu = (await loadPackage()).create(['disable-dawn-features=timestamp_quantization']);
  if (!(await gpu.requestAdapter())) throw new BackendUnavailable(`webgpu: ${whyNoAdapter()}`);
  return gpu;
}

type Package = typeof import('webgpu');

async function loadPackage(): Promise<Package> {
  try {
    return await import('webgpu');
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'ERR_MODULE_NOT_FOUND')
      throw new BackendUnavailable(
        'webgpu: Node has no WebGPU of its own, and the optional package is not installed: npm install webgpu',
      );
    throw new BackendUnavailable(
      `webgpu: the package is installed but does not load on ${process.platform} ${process.arch}: ${message}`,
    );
  }
}

/** The reason as text, with the cure. */
function whyNoAdapter(): string {
  const found = 'the package is installed but finds no GPU it can use';
  if (process.platform !== 'linux') return `${found}; install a current graphics driver`;
  const chosen = process.env.VK_ICD_FILENAMES ?? process.env.VK_DRIVER_FILES;
  if (chosen) {
    return `${found} with the Vulkan driver ${chosen}; is the path right, and the Vulkan loader (libvulkan1) installed?`;
  }
  return (
    `${found}; it needs the Vulkan loader (libvulkan1) and the Vulkan driver of the GPU. Without a GPU, name a driver ` +
    'in software, as the SwiftShader that comes with Chromium: VK_ICD_FILENAMES=/usr/lib/chromium/vk_swiftshader_icd.json'
  );
}
