/**
 * On a shared GPU device: the vertices of a mesh, written from the solver's particles by one compute pass a frame. A mesh with seams
 * has several vertices for one particle, in an order of its own, which no vertex buffer of the solver can be. A lookup in the
 * vertex stage (TSL's `positionNode`) would need no second buffer, but has to stand in every material that ever draws the mesh,
 * shadows and the user's own shaders included. A pass leaves materials alone; it moves 36 bytes a vertex inside the GPU.
 */
import type { Matrix4 } from 'three';
import type { World } from '../../engine/index.ts';

type Gpu = NonNullable<World['gpu']>;

const WGSL = /* wgsl */ `
struct Frame {
  toMesh: mat4x4f,
  normalToMesh: mat4x4f,
}
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> normal: array<vec4f>;
@group(0) @binding(2) var<storage, read> slots: array<u32>;
@group(0) @binding(3) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> normals: array<vec4f>;
@group(0) @binding(5) var<uniform> frame: Frame;

@compute @workgroup_size(64)
fn gather(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let v = id.x + id.y * groups.x * 64u;
  if (v >= arrayLength(&slots)) { return; }
  let slot = slots[v];
  if (slot == 0xffffffffu) { return; }
  positions[v] = frame.toMesh * vec4f(x[slot].xyz, 1.0);
  let n = (frame.normalToMesh * vec4f(normal[slot].xyz, 0.0)).xyz;
  normals[v] = vec4f(n / max(length(n), 1e-30), 0.0);
}
`;

/** In place of a slot: the vertex belongs to no particle and does not move. */
export const NO_SLOT = 0xffff_ffff;

/** WebGPU's flags by value; older versions of TypeScript lack them. */
const [COPY_SRC, COPY_DST, VERTEX, UNIFORM, STORAGE] = [0x4, 0x8, 0x20, 0x40, 0x80];
/** Greatest number of workgroups along one axis of a dispatch. */
const MOST_GROUPS = 65535;
/** Floats of two matrices. */
const FRAME = 32;

const pipelines = new WeakMap<object, ReturnType<Gpu['device']['createComputePipeline']>>();

function pipelineOf(device: Gpu['device']) {
  const made =
    pipelines.get(device) ??
    device.createComputePipeline({
      layout: 'auto',
      compute: { module: device.createShaderModule({ code: WGSL }), entryPoint: 'gather' },
    });
  pipelines.set(device, made);
  return made;
}

export class GatherPass {
  /** A vec4 a vertex, in the mesh's own frame. */
  readonly positions;
  readonly normals;
  readonly #device: Gpu['device'];
  readonly #pipeline;
  readonly #solver: Pick<Gpu, 'buffer'>;
  #bound: readonly unknown[] = [];
  #bindings: ReturnType<Gpu['device']['createBindGroup']> | undefined;
  readonly #slots;
  readonly #frame;
  readonly #numbers = new Float32Array(FRAME);
  readonly #groups: readonly [number, number];

  /** `slots`: for each vertex, the slot of its particle; `places`: the initial positions of vertices, x, y, z each. */
  constructor(
    gpu: Pick<Gpu, 'device' | 'buffer'>,
    slots: Uint32Array<ArrayBuffer>,
    places: ArrayLike<number>,
  ) {
    const { device } = gpu;
    const make = (label: string, size: number, usage: number) =>
      device.createBuffer({ label: `selvedge ${label}`, size: Math.max(16, size), usage: usage | COPY_DST });
    this.#solver = gpu;
    this.#device = device;
    this.#pipeline = pipelineOf(device);
    this.positions = make('vertices', 16 * slots.length, STORAGE | VERTEX | COPY_SRC);
    this.normals = make('vertex normals', 16 * slots.length, STORAGE | VERTEX | COPY_SRC);
    this.#slots = make('particles of vertices', 4 * slots.length, STORAGE);
    this.#frame = make('frame of a mesh', 4 * FRAME, UNIFORM);
    device.queue.writeBuffer(this.#slots, 0, slots);
    const first = Float32Array.from({ length: 4 * slots.length }, (_, k) =>
      k % 4 === 3 ? 1 : places[3 * (k >> 2) + (k % 4)],
    );
    device.queue.writeBuffer(this.positions, 0, first);
    const groups = Math.ceil(slots.length / 64);
    this.#groups = [Math.min(groups, MOST_GROUPS), Math.ceil(groups / MOST_GROUPS)];
  }

  /** Binds the solver's buffers, which may have been replaced since the last frame because they grew. */
  #bind() {
    const read = [this.#solver.buffer('x'), this.#solver.buffer('normal')];
    if (this.#bindings && read.every((buffer, k) => buffer === this.#bound[k])) return this.#bindings;
    this.#bound = read;
    const buffers = [...read, this.#slots, this.positions, this.normals, this.#frame];
    this.#bindings = this.#device.createBindGroup({
      layout: this.#pipeline.getBindGroupLayout(0),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    return this.#bindings;
  }

  /** Submits the pass: after the work that the solver has enqueued, before the next draw. */
  run(toMesh: Matrix4, normalToMesh: Matrix4): void {
    toMesh.toArray(this.#numbers, 0);
    normalToMesh.toArray(this.#numbers, 16);
    const { queue } = this.#device;
    queue.writeBuffer(this.#frame, 0, this.#numbers);
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#pipeline);
    pass.setBindGroup(0, this.#bind());
    pass.dispatchWorkgroups(...this.#groups);
    pass.end();
    queue.submit([encoder.finish()]);
  }

  dispose(): void {
    for (const buffer of [this.positions, this.normals, this.#slots, this.#frame]) buffer.destroy();
  }
}
