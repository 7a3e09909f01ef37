/** The GPU path: programs are encoded into command buffers; nothing waits on the host inside a step. */
import { bytesOf, type Kernel, storageOf } from '../kernel.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import {
  binds,
  checkProgram,
  type MemoryPlan,
  type Phase,
  type Program,
  type Reserved,
  reservedIn,
  tailOf,
} from '../program.ts';
import { type Backend, BackendUnavailable, type Machine, type StorageArray, type Timing } from './backend.ts';
import type { Device, DeviceSource } from './platform.ts';
import { type Dispatch, type Encoded, type EncodedProgram, Encoder } from './webgpu/encode.ts';
import { GPU_MAP_READ, GPU_USAGE } from './webgpu/flags.ts';
import { type Measurement, Stopwatch } from './webgpu/stopwatch.ts';

export interface WebGpuOptions {
  /** The device to compute on; share a renderer's to draw without copies. Default: a new one from `gpu`. */
  readonly device?: Device;
  /** Where to ask for a device. Default: `navigator.gpu`. In Node: `(await import('selvedge/node')).openGpu()`. */
  readonly gpu?: DeviceSource;
  /** Milliseconds; steps are measured with it where the GPU has no clock of its own. Default: `performance.now`. */
  readonly now?: () => number;
  /**
   * Whether red-black sweeps go in tiles, several a dispatch, with the same result within rounding. Default: unless the adapter runs in
   * software, where tiles are many times slower.
   */
  readonly tiles?: boolean;
}

const OPTIONS: FieldsOf<WebGpuOptions> = { device: true, gpu: true, now: true, tiles: true };

/**
 * Dispatches encoded into one command buffer, about: few enough that the GPU begins while the host still encodes, many enough that
 * submitting is a small part.
 */
const DISPATCHES_PER_SUBMIT = 64;

export const supportsOnWebGpu = (kernel: Kernel): boolean => kernel.wgsl !== undefined;

/** Finds a device; throws `BackendUnavailable`, saying why, where there is none. */
export async function webgpu(options: WebGpuOptions = {}): Promise<Backend> {
  demandFields('webgpu', options, OPTIONS);
  const { device, adapterName } = options.device
    ? { device: options.device, adapterName: nameOf(options.device.adapterInfo) }
    : await openDevice(options.gpu ?? (typeof navigator === 'object' ? navigator?.gpu : undefined));
  const description = `WebGPU, ${adapterName}`;
  const software = /swiftshader|llvmpipe|lavapipe|software|warp/i.test(adapterName);
  return {
    name: 'webgpu',
    threads: 0,
    device,
    tiles: options.tiles ?? !software,
    description,
    warnings: software ? [`webgpu runs in software here (${adapterName}): right, but slow`] : [],
    open: async (memory) =>
      new WebGpuMachine(device, memory, description, options.now ?? (() => performance.now())),
    dispose: () => {
      if (!options.device) device.destroy();
    },
  };
}

const nameOf = (info: GPUAdapterInfo | undefined): string =>
  [info?.vendor, info?.architecture, info?.device, info?.description].filter(Boolean).join(' ') ||
  'unnamed adapter';

async function openDevice(gpu: GPU | undefined): Promise<{ device: GPUDevice; adapterName: string }> {
  if (!gpu) {
    throw new BackendUnavailable(
      'webgpu: there is no navigator.gpu here (a browser without WebGPU, a page that is not secure, or Node: pass { gpu: await openGpu() } from selvedge/node)',
    );
  }
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter)
    throw new BackendUnavailable('webgpu: the browser offers WebGPU, but found no usable GPU adapter');
  const requiredFeatures: GPUFeatureName[] = adapter.features.has('timestamp-query')
    ? ['timestamp-query']
    : [];
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  const device = await adapter.requestDevice({
    requiredFeatures,
    requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
  });
  return { device, adapterName: nameOf(adapter.info) };
}

class WebGpuMachine implements Machine {
  onTiming: ((timing: Timing) => void) | undefined;
  readonly threads = 0;
  readonly lost: Promise<string>;
  readonly #buffers = new Map<string, GPUBuffer>();
  readonly #programs = new Map<string, EncodedProgram>();
  readonly #executed = new Map<string, number>();
  readonly #stopwatch: Stopwatch | undefined;
  readonly #encoder: Encoder;
  memory: MemoryPlan = {};
  #failure: string | undefined;
  #lastEnd = 0;

  constructor(
    readonly device: GPUDevice,
    memory: MemoryPlan,
    readonly description: string,
    readonly now: () => number,
  ) {
    this.lost = device.lost.then(({ message }) => {
      // One's own dispose is no loss.
      if (this.#failure) return new Promise<string>(() => {});
      this.#failure = `the GPU device was lost: ${message}`;
      return this.#failure;
    });
    this.#encoder = new Encoder(device, (name) => this.buffer(name));
    this.reserve(memory);
    if (device.features.has('timestamp-query')) this.#stopwatch = new Stopwatch(device);
  }

  reserve(memory: MemoryPlan): void {
    const { device } = this;
    const { added, grown, memory: all } = reservedIn(this.memory, memory);
    const most = device.limits.maxStorageBufferBindingSize;
    const sizeOf = (name: string) => Math.max(16, bytesOf(all[name].element) * all[name].length);
    const names = [...Object.keys(added), ...grown.map(({ name }) => name)];
    for (const name of names) {
      const size = sizeOf(name);
      if (size <= most) continue;
      throw new BackendUnavailable(
        `webgpu: buffer "${name}" needs ${size} bytes; this device binds at most ${most}`,
      );
    }
    const old = new Map(this.#buffers);
    for (const name of names) {
      const usage =
        GPU_USAGE.STORAGE |
        GPU_USAGE.COPY_SRC |
        GPU_USAGE.COPY_DST |
        (all[name].element === 'vec4' ? GPU_USAGE.VERTEX : 0) |
        (all[name].element === 'u32' ? GPU_USAGE.INDEX : 0);
      this.#buffers.set(name, device.createBuffer({ label: `selvedge ${name}`, size: sizeOf(name), usage }));
    }
    this.memory = all;
    for (const [name, { initial }] of Object.entries(added)) if (initial) this.write(name, initial);
    if (grown.length > 0) this.#move(grown, old);
  }

  /** What was in buffers that have grown goes into the new ones, and programs go on with these. */
  #move(grown: Reserved['grown'], old: ReadonlyMap<string, GPUBuffer>): void {
    const encoder = this.device.createCommandEncoder();
    for (const { name, before } of grown) {
      const bytes = bytesOf(this.memory[name].element) * before;
      encoder.copyBufferToBuffer(old.get(name)!, 0, this.buffer(name), 0, bytes);
    }
    this.device.queue.submit([encoder.finish()]);
    for (const { name, before } of grown) {
      old.get(name)!.destroy();
      const { values, offset } = tailOf(this.memory[name], before);
      if (values.length > 0) this.write(name, values, offset);
    }
    const moved = new Set(grown.map(({ name }) => name));
    for (const [name, { program }] of this.#programs) if (binds(program, moved)) this.load(name, program);
  }

  get gpu(): NonNullable<Machine['gpu']> {
    return { device: this.device, buffer: (name) => this.buffer(name) };
  }

  buffer(name: string): GPUBuffer {
    return this.#buffers.get(name)!;
  }

  write(buffer: string, data: ArrayLike<number>, offset = 0): void {
    const copy = new (storageOf(this.memory[buffer].element))(data);
    this.device.queue.writeBuffer(this.buffer(buffer), 4 * offset, copy);
  }

  reset(buffer: string): void {
    this.#demandLife();
    const encoder = this.device.createCommandEncoder();
    encoder.clearBuffer(this.buffer(buffer));
    this.device.queue.submit([encoder.finish()]);
    const { initial } = this.memory[buffer];
    if (initial) this.write(buffer, initial);
  }

  load(name: string, program: Program): void {
    const checked = checkProgram(name, program, this.memory);
    this.#programs.get(name)?.destroy();
    this.#programs.set(name, this.#encoder.encode(name, checked));
  }

  run(name: string, times = 1, tag = 0): void {
    this.#demandLife();
    const { encoded, counts, dispatches } = this.#programs.get(name)!;
    if (encoded.length === 0) return;
    const atOnce = Math.max(1, Math.ceil(DISPATCHES_PER_SUBMIT / dispatches));
    for (let done = 0; done < times; done += atOnce) {
      const count = Math.min(atOnce, times - done);
      const encoder = this.device.createCommandEncoder({ label: `selvedge ${name}` });
      const recording = new Recording(encoder);
      // The first time through is measured phase by phase, when the last measurement has been fetched.
      const measured = done === 0 && tag > 0 ? this.#stopwatch?.begin() : undefined;
      for (let t = 0; t < count; t++) recording.encode(encoded, t === 0 ? measured : undefined);
      recording.end();
      measured?.resolve(encoder);
      this.device.queue.submit([encoder.finish()]);
      measured?.report((phases, total) => this.onTiming?.({ program: name, times: 1, tag, total, phases }));
    }
    for (const [kernel, count] of counts)
      this.#executed.set(kernel, (this.#executed.get(kernel) ?? 0) + count * times);
    if (!this.#stopwatch && tag > 0) this.#measureByHost(name, times, tag);
  }

  /** Without timestamps: the time from here to the end of the work, not split into phases. */
  #measureByHost(program: string, times: number, tag: number): void {
    const submitted = this.now();
    const report = () => {
      // What was enqueued before has its own report: this run began when that one ended.
      const ended = this.now();
      const total = ended - Math.max(submitted, this.#lastEnd);
      this.#lastEnd = ended;
      this.onTiming?.({ program, times, tag, total, phases: {} });
    };
    this.device.queue.onSubmittedWorkDone().then(report, () => {});
  }

  #demandLife(): void {
    if (this.#failure) throw new Error(`webgpu: ${this.#failure}`);
  }

  async read(...buffers: readonly string[]): Promise<StorageArray[]> {
    this.#demandLife();
    const { device } = this;
    const sources = buffers.map((name) => this.buffer(name));
    const size = sources.reduce((sum, source) => sum + source.size, 0);
    const staging = device.createBuffer({ size, usage: GPU_USAGE.MAP_READ | GPU_USAGE.COPY_DST });
    const encoder = device.createCommandEncoder();
    let at = 0;
    for (const source of sources) {
      encoder.copyBufferToBuffer(source, 0, staging, at, source.size);
      at += source.size;
    }
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPU_MAP_READ).catch(async (error) => {
      await Promise.race([this.lost, Promise.resolve()]);
      throw new Error(`webgpu: ${this.#failure ?? (error.message || 'the device did not answer')}`);
    });
    this.#demandLife();
    const mapped = staging.getMappedRange();
    at = 0;
    const copies = buffers.map((name, k) => {
      const { element, length } = this.memory[name];
      const bytes = mapped.slice(at, at + bytesOf(element) * length);
      at += sources[k].size;
      return new (storageOf(element))(bytes);
    });
    staging.destroy();
    return copies;
  }

  /** Counted when encoded. */
  async executed(): Promise<ReadonlyMap<string, number>> {
    return new Map(this.#executed);
  }

  async idle(): Promise<void> {
    this.#demandLife();
    await this.device.queue.onSubmittedWorkDone();
    await this.#stopwatch?.settled;
  }

  dispose(): void {
    this.#failure ??= 'the world was disposed';
    for (const buffer of this.#buffers.values()) buffer.destroy();
    for (const program of this.#programs.values()) program.destroy();
    this.#encoder.dispose();
    this.#stopwatch?.dispose();
  }
}

/** Encodes dispatches into compute passes: one pass for all, or one a phase where it is measured. */
class Recording {
  #pass: GPUComputePassEncoder | undefined;
  #phase: Phase | undefined;
  #pipeline: GPUComputePipeline | undefined;
  #measured: Measurement | undefined;

  constructor(readonly encoder: GPUCommandEncoder) {}

  encode(program: Encoded, measured: Measurement | undefined): void {
    if (measured !== this.#measured) this.end();
    this.#measured = measured;
    for (const item of program) {
      if ('times' in item) for (let t = 0; t < item.times; t++) this.encode(item.body, measured);
      else this.#encodeOne(item);
    }
  }

  #encodeOne({ phase, pipeline, bindings, groups }: Dispatch): void {
    if (this.#measured && phase !== this.#phase && !this.#measured.isFull()) this.end();
    this.#phase = phase;
    this.#pass ??= this.encoder.beginComputePass({ timestampWrites: this.#measured?.pass(phase) });
    if (pipeline !== this.#pipeline) this.#pass.setPipeline(pipeline);
    this.#pipeline = pipeline;
    this.#pass.setBindGroup(0, bindings);
    this.#pass.dispatchWorkgroups(groups[0], groups[1]);
  }

  end(): void {
    this.#pass?.end();
    this.#pass = undefined;
    this.#pipeline = undefined;
  }
}
