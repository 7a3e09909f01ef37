/** What Node adds, `selvedge/node`: WebGPU through the optional `webgpu` package (Dawn). */
import { BackendUnavailable } from '../engine/index.ts';

/**
 * Dawn answers no promise any more once the object that `create()` gave has been collected. It lives here as long as the
 * process does; it holds no device and does not keep the process alive.
 */
let opened: Promise<GPU> | undefined;

/**
 * WebGPU in Node, to hand to `webgpu({ gpu: await openGpu() })`. Throws `BackendUnavailable`, saying what to install,
 * where the package or a GPU driver is missing. Every call gives the same object.
 */
export function openGpu(): Promise<GPU> {
  opened ??= create();
  // What was missing may be there the next time.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function create(): Promise<GPU> {
  // Browsers blur the clock to 65 µs against spying pages; a program of one's own needs no such guard.
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

/** In words, with what to do about it. */
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
