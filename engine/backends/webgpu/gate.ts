/** A part of a program that runs only where a flag is set: its dispatches take their sizes from a buffer, 0 where it is not. */
import { GPU_COMPUTE, GPU_USAGE } from './flags.ts';

const CODE = `
@group(0) @binding(0) var<storage, read_write> flag: array<u32>;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read_write> taken: array<u32>;
@compute @workgroup_size(1)
fn main() {
  let isSet = flag[0] != 0u;
  for (var k = 0u; k < arrayLength(&sizes); k++) { taken[k] = select(0u, sizes[k], isSet); }
  flag[0] = 0u;
}
`;

export interface Gate {
  /** Runs first, as one workgroup. */
  readonly bindings: GPUBindGroup;
  /** The sizes that dispatches take, three words each. */
  readonly taken: GPUBuffer;
  destroy(): void;
}

export class Gates {
  readonly #layout: GPUBindGroupLayout;
  readonly pipeline: GPUComputePipeline;

  constructor(readonly device: GPUDevice) {
    const types = ['storage', 'read-only-storage', 'storage'] as const;
    this.#layout = device.createBindGroupLayout({
      entries: types.map((type, binding) => ({ binding, visibility: GPU_COMPUTE, buffer: { type } })),
    });
    this.pipeline = device.createComputePipeline({
      label: 'selvedge when',
      layout: device.createPipelineLayout({ bindGroupLayouts: [this.#layout] }),
      compute: { module: device.createShaderModule({ label: 'when', code: CODE }), entryPoint: 'main' },
    });
  }

  /** For dispatches of these sizes. */
  open(flag: GPUBuffer, sizes: readonly (readonly [x: number, y: number])[]): Gate {
    const { device } = this;
    const words = Uint32Array.from(sizes.flatMap(([x, y]) => [x, y, 1]));
    const size = words.byteLength;
    const constant = device.createBuffer({ size, usage: GPU_USAGE.STORAGE | GPU_USAGE.COPY_DST });
    const taken = device.createBuffer({ size, usage: GPU_USAGE.STORAGE | GPU_USAGE.INDIRECT });
    device.queue.writeBuffer(constant, 0, words);
    const entries = [flag, constant, taken].map((buffer, binding) => ({ binding, resource: { buffer } }));
    return {
      bindings: device.createBindGroup({ layout: this.#layout, entries }),
      taken,
      destroy: () => {
        constant.destroy();
        taken.destroy();
      },
    };
  }
}
