/**
 * Parts of a program that may be left out, on the GPU, where the host cannot check: a word holds whether a region is closed.
 * Before it, one invocation reads the flag and the word of the region around it. In a condition the dispatches then take
 * their sizes from a buffer, 0 where it does not hold; in a loop that may have ended kernels read the word and return, since
 * such dispatches cost half as much.
 */
import { GPU_COMPUTE, GPU_USAGE } from './flags.ts';

const WHEN = `
@group(0) @binding(0) var<storage, read_write> flag: array<u32>;
@group(0) @binding(1) var<storage, read_write> closed: array<u32>;
@group(0) @binding(2) var<uniform> around: vec4<u32>;
@group(0) @binding(3) var<storage, read> sizes: array<u32>;
@group(0) @binding(4) var<storage, read_write> taken: array<u32>;
@compute @workgroup_size(1)
fn main() {
  let isOpen = around.x == 0u && flag[0] != 0u;
  closed[0] = select(1u, 0u, isOpen);
  for (var k = 0u; k < arrayLength(&sizes); k++) { taken[k] = select(0u, sizes[k], isOpen); }
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
/** Bytes of a dispatch's sizes. */
export const SIZES = 12;

/** Looks whether a region is closed: one workgroup, before what is in it. */
export interface Look {
  readonly pipeline: GPUComputePipeline;
  readonly bindings: GPUBindGroup;
  /** Not 0 where the region is closed. */
  readonly closed: GPUBuffer;
  /** In a condition: the sizes that dispatches take. */
  readonly taken?: GPUBuffer;
  /** All that was made for it. */
  readonly own: readonly GPUBuffer[];
}

type Sizes = readonly [x: number, y: number];

export class Regions {
  readonly #when: GPUComputePipeline;
  readonly #until: GPUComputePipeline;
  /** The word of what is in no region. */
  readonly #open: GPUBuffer;

  constructor(readonly device: GPUDevice) {
    this.#when = this.#pipeline('when', WHEN, [
      'storage',
      'storage',
      'uniform',
      'read-only-storage',
      'storage',
    ]);
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

  /** A condition, in the region of the word `around`, for dispatches of these sizes. */
  when(flag: GPUBuffer, around: GPUBuffer | undefined, closed: GPUBuffer, sizes: readonly Sizes[]): Look {
    const words = Uint32Array.from((sizes.length > 0 ? sizes : [[0, 0]]).flatMap(([x, y]) => [x, y, 1]));
    const wanted = this.#buffer(words.byteLength, GPU_USAGE.STORAGE | GPU_USAGE.COPY_DST);
    const taken = this.#buffer(words.byteLength, GPU_USAGE.STORAGE | GPU_USAGE.INDIRECT);
    this.device.queue.writeBuffer(wanted, 0, words);
    const bindings = this.#bind(this.#when, [flag, closed, around ?? this.#open, wanted, taken]);
    return { pipeline: this.#when, bindings, closed, taken, own: [closed, wanted, taken] };
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
