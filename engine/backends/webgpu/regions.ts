/**
 * Parts of a program that may be left out, on the GPU, where the host cannot check: a word says whether a region is closed. Before
 * the region one invocation reads the flag and the word of the region around it. Kernels in it read the word and return where it is
 * closed: on an H200 such a dispatch costs 2 µs, one whose size comes from a buffer 6, and 80 to 100 on the host.
 */
import { GPU_COMPUTE, GPU_USAGE } from './flags.ts';

const WHEN = `
@group(0) @binding(0) var<storage, read_write> flag: array<u32>;
@group(0) @binding(1) var<storage, read_write> closed: array<u32>;
@group(0) @binding(2) var<uniform> around: vec4<u32>;
@compute @workgroup_size(1)
fn main() {
  let isOpen = around.x == 0u && flag[0] != 0u;
  closed[0] = select(1u, 0u, isOpen);
  if (isOpen) { flag[0] = 0u; }
}
`;

const UNTIL = `
@group(0) @binding(0) var<storage, read> ended: array<u32>;
@group(0) @binding(1) var<storage, read_write> closed: array<u32>;
@group(0) @binding(2) var<uniform> around: vec4<u32>;
@compute @workgroup_size(1)
fn main() { closed[0] = select(0u, 1u, around.x != 0u || ended[0] != 0u); }
`;

/** Bytes of a word that kernels read as a uniform. */
const WORD = 16;

/** Looks whether a region is closed: one workgroup, before what is in it. */
export interface Look {
  readonly pipeline: GPUComputePipeline;
  readonly bindings: GPUBindGroup;
  /** Not 0 where the region is closed. */
  readonly closed: GPUBuffer;
  /** All that was made for it. */
  readonly own: readonly GPUBuffer[];
}

export class Regions {
  readonly #when: GPUComputePipeline;
  readonly #until: GPUComputePipeline;
  /** The word of what is in no region. */
  readonly #open: GPUBuffer;

  constructor(readonly device: GPUDevice) {
    this.#when = this.#pipeline('when', WHEN, ['storage', 'storage', 'uniform']);
    this.#until = this.#pipeline('until', UNTIL, ['read-only-storage', 'storage', 'uniform']);
    this.#open = this.#buffer(WORD, GPU_USAGE.UNIFORM);
  }

  #pipeline(label: string, code: string, types: readonly GPUBufferBindingType[]): GPUComputePipeline {
    const { device } = this;
    const layout = device.createBindGroupLayout({
      entries: types.map((type, binding) => ({ binding, visibility: GPU_COMPUTE, buffer: { type } })),
    });
    return device.createComputePipeline({
      label: `selvedge ${label}`,
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module: device.createShaderModule({ label, code }), entryPoint: 'main' },
    });
  }

  #buffer(size: number, usage: number): GPUBuffer {
    return this.device.createBuffer({ label: 'selvedge region', size, usage });
  }

  #bind(pipeline: GPUComputePipeline, buffers: readonly GPUBuffer[]): GPUBindGroup {
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    return this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  }

  /** A condition, in the region of the word `around`. */
  when(flag: GPUBuffer, around: GPUBuffer | undefined, closed: GPUBuffer): Look {
    const bindings = this.#bind(this.#when, [flag, closed, around ?? this.#open]);
    return { pipeline: this.#when, bindings, closed, own: [closed] };
  }

  /** A loop that may have ended, in the region of the word `around`. */
  until(ended: GPUBuffer, around: GPUBuffer | undefined, closed: GPUBuffer): Look {
    const bindings = this.#bind(this.#until, [ended, closed, around ?? this.#open]);
    return { pipeline: this.#until, bindings, closed, own: [closed] };
  }

  /** The word of a new region. */
  word(): GPUBuffer {
    return this.#buffer(WORD, GPU_USAGE.STORAGE | GPU_USAGE.UNIFORM);
  }

  dispose(): void {
    this.#open.destroy();
  }
}
