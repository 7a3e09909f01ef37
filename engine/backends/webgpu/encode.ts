/** A program as dispatches: what is bound, in which order, and where the sizes stand. */
import type { Kernel } from '../../kernel.ts';
import { type Call, callsOf, type Phase, type PlainItem, type PlainProgram } from '../../program.ts';
import { GPU_COMPUTE, GPU_USAGE } from './flags.ts';
import { wgslModule, workgroupsFor } from './module.ts';
import { type Look, Regions } from './regions.ts';

/** Workgroups along one dimension of a dispatch: WebGPU's default limit everywhere. */
const GROUPS_PER_ROW = 65_535;
/** Uniform slots must start at multiples of this. */
const SLOT = 256;

/** One recorded dispatch. */
export interface Dispatch {
  readonly phase: Phase;
  readonly pipeline: GPUComputePipeline;
  readonly bindings: GPUBindGroup;
  readonly groups: readonly [number, number];
}
export type Encoded = readonly (Dispatch | { readonly times: number; readonly body: Encoded })[];

export interface EncodedProgram {
  readonly program: PlainProgram;
  readonly encoded: Encoded;
  /** How often each kernel is dispatched in one time through; what a condition may leave out is not counted. */
  readonly counts: ReadonlyMap<string, number>;
  /** Dispatches in one time through, whatever they find. */
  readonly dispatches: number;
  destroy(): void;
}

export class Encoder {
  readonly #pipelines = new Map<string, GPUComputePipeline>();
  #regions: Regions | undefined;

  constructor(
    readonly device: GPUDevice,
    readonly buffer: (name: string) => GPUBuffer,
  ) {}

  encode(name: string, program: PlainProgram): EncodedProgram {
    const { device } = this;
    const calls = [...callsOf(program)];
    const uniforms = device.createBuffer({
      label: `selvedge ${name}`,
      size: SLOT * Math.max(1, calls.length),
      usage: GPU_USAGE.UNIFORM | GPU_USAGE.COPY_DST,
    });
    const words = new DataView(new ArrayBuffer(uniforms.size));
    const own: GPUBuffer[] = [uniforms];
    let slot = 0;

    /** `closed` is the word of the nearest condition, or loop that may have ended, around the item. */
    const encodeItem = (item: PlainItem, closed: GPUBuffer | undefined): Encoded => {
      switch (item.kind) {
        case 'call': {
          writeScalars(words, slot, item);
          return [this.#dispatch(item, uniforms, SLOT * slot++, closed)];
        }
        case 'loop':
          return [{ times: item.times, body: encodeAll(item.body, closed) }];
        case 'until': {
          const ended = this.#known.word();
          const look = this.#known.until(this.buffer(item.ended), closed, ended);
          own.push(...look.own);
          return [{ times: item.times, body: [dispatchOf(look, item.body), ...encodeAll(item.body, ended)] }];
        }
        case 'when': {
          // What does no harm just runs: to look costs a dispatch.
          if (item.mayRun) return encodeAll(item.body, closed);
          const shut = this.#known.word();
          const look = this.#known.when(this.buffer(item.flag), closed, shut);
          own.push(...look.own);
          return [dispatchOf(look, item.body), ...encodeAll(item.body, shut)];
        }
        case 'room':
          return encodeAll(item.body, closed);
        case 'only':
          throw new Error(
            `program ${name}: what is for the times '${item.when}' is of blocks, which are not here`,
          );
      }
    };
    const encodeAll = (items: PlainProgram, closed: GPUBuffer | undefined): Encoded =>
      items.flatMap((item) => encodeItem(item, closed));
    const encoded = encodeAll(program, undefined);
    device.queue.writeBuffer(uniforms, 0, words.buffer);
    const counts = new Map<string, number>();
    countKernels(program, 1, counts);
    return {
      program,
      encoded,
      counts,
      dispatches: dispatchesIn(encoded),
      destroy: () => {
        for (const buffer of own) buffer.destroy();
      },
    };
  }

  get #known(): Regions {
    this.#regions ??= new Regions(this.device);
    return this.#regions;
  }

  /** `closed` is the word of a region that may be left out. */
  #dispatch(call: Call, uniforms: GPUBuffer, offset: number, closed: GPUBuffer | undefined): Dispatch {
    const { kernel } = call;
    const pipeline = this.#pipeline(kernel, closed !== undefined);
    const names = Object.keys(kernel.buffers);
    const entries: GPUBindGroupEntry[] = names.map((name, binding) => ({
      binding,
      resource: { buffer: this.buffer(call.buffers[name]) },
    }));
    entries.push({
      binding: names.length,
      resource: { buffer: uniforms, offset, size: uniformBytes(kernel) },
    });
    if (closed) entries.push({ binding: names.length + 1, resource: { buffer: closed } });
    const groups = workgroupsFor(kernel, call.end - call.first);
    const rows = Math.ceil(groups / GROUPS_PER_ROW);
    return {
      phase: call.phase,
      pipeline,
      bindings: this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }),
      groups: rows <= 1 ? [groups, 1] : [GROUPS_PER_ROW, rows],
    };
  }

  #pipeline(kernel: Kernel, isGated: boolean): GPUComputePipeline {
    const key = isGated ? `${kernel.name}, gated` : kernel.name;
    let pipeline = this.#pipelines.get(key);
    if (!pipeline) {
      const { device } = this;
      const bound = Object.values(kernel.buffers).map(({ access }) =>
        access === 'read' ? 'read-only-storage' : 'storage',
      );
      const types = [...bound, 'uniform', ...(isGated ? ['uniform'] : [])] as GPUBufferBindingType[];
      const layout = device.createBindGroupLayout({
        entries: types.map((type, binding) => ({ binding, visibility: GPU_COMPUTE, buffer: { type } })),
      });
      pipeline = device.createComputePipeline({
        label: `selvedge ${kernel.name}`,
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: {
          module: device.createShaderModule({ label: kernel.name, code: wgslModule(kernel, isGated) }),
          entryPoint: 'main',
        },
      });
      this.#pipelines.set(key, pipeline);
    }
    return pipeline;
  }

  dispose(): void {
    this.#regions?.dispose();
  }
}

/** Counted to the phase of what it decides about. */
function dispatchOf({ pipeline, bindings }: Look, body: PlainProgram): Dispatch {
  const [{ phase }] = callsOf(body);
  return { phase, pipeline, bindings, groups: [1, 1] };
}

const dispatchesIn = (encoded: Encoded): number =>
  encoded.reduce((sum, item) => sum + ('times' in item ? item.times * dispatchesIn(item.body) : 1), 0);

function countKernels(program: PlainProgram, times: number, counts: Map<string, number>): void {
  for (const item of program) {
    if (item.kind === 'call') counts.set(item.kernel.name, (counts.get(item.kernel.name) ?? 0) + times);
    else if (item.kind === 'loop' || item.kind === 'until')
      countKernels(item.body, times * item.times, counts);
    else if (item.kind === 'room' || (item.kind === 'when' && item.mayRun))
      countKernels(item.body, times, counts);
  }
}

/** Bytes of a kernel's parameters: first, end and the scalars, padded to 16. */
const uniformBytes = (kernel: Kernel): number =>
  Math.ceil((8 + 4 * Object.keys(kernel.scalars).length) / 16) * 16;

function writeScalars(words: DataView, slot: number, { kernel, scalars, first, end }: Call): void {
  let at = SLOT * slot;
  words.setUint32(at, first, true);
  words.setUint32(at + 4, end, true);
  for (const [name, type] of Object.entries(kernel.scalars)) {
    if (type === 'u32') words.setUint32(at + 8, scalars[name], true);
    else words.setFloat32(at + 8, scalars[name], true);
    at += 4;
  }
}
