/**
 * The world: bodies, a method and a backend, stepped. A step is
 *   predict -> the method's solve (per outer iteration: local step, then sweeps over the colours) -> finish
 * recorded as a program when settings change and enqueued by `step()`; nothing here waits except the reads.
 */
import type { Backend, Machine, StorageArray, Timing } from './backends/backend.ts';
import { WebGpuMachine } from './backends/webgpu.ts';
import type { Body, Vec3 } from './body/body.ts';
import { Budget } from './budget.ts';
import { InputError, number, vector } from './errors.ts';
import {
  DEFAULT_METHOD,
  findMethod,
  MAX_ITERATIONS,
  METHODS,
  type MethodOptions,
  methodSettings,
} from './methods/index.ts';
import type { Method, MethodSettings } from './methods/method.ts';
import { buildModel, type Model } from './model.ts';
import { finish } from './motion/finish.ts';
import { predict, WITHIN } from './motion/predict.ts';
import { call, type MemoryPlan, type Phase, type Program } from './program.ts';
import {
  fingerprintOf,
  fromStorage,
  hashOf,
  memoryOf,
  type Snapshot,
  STATE_BUFFERS,
  toStorage,
} from './state.ts';
import { STATISTICS_BUFFERS, type Statistics, statisticsProgram, sumsOf } from './statistics/statistics.ts';
import { type BackendChoice, chooseBackend, demandSupport } from './support.ts';
import { normals } from './surface/normals.ts';

export interface Settings {
  /** Default: `DEFAULT_METHOD`. With an `id`, what is left out is outer 1, inner 10, ω 1; without, it is as it was. */
  readonly method?: MethodOptions;
  /** Seconds. Default 1/480: eight steps a frame at 60 Hz. */
  readonly timestep?: number;
  /** m/s². Default [0, -9.81, 0]. */
  readonly gravity?: Vec3;
  /** Drag: the share of velocity lost per second, 1/s. Default 0.5. */
  readonly damping?: number;
}

export interface WorldOptions extends Settings {
  readonly bodies: readonly Body[];
  /** Default `wasm`. `world.backend` says which one runs. */
  readonly backend?: BackendChoice;
}

type Numbers = Float32Array | Float64Array;

/** Arrays to fill: x, y, z per particle in the user's order. */
export interface ReadTargets {
  /** Metres. */
  readonly positions?: Numbers;
  /** Metres per second. */
  readonly velocities?: Numbers;
  /** Unit length. */
  readonly normals?: Numbers;
}

export async function createWorld(options: WorldOptions): Promise<World> {
  const settings = resolve(options, DEFAULTS);
  const model = buildModel(options.bodies);
  const { backend, warnings } = await chooseBackend(options.backend ?? 'wasm', settings.method);
  const memory: MemoryPlan = Object.assign(
    {},
    memoryOf(model),
    ...METHODS.map((method) => method.scratch(model)),
  );
  return new World(model, backend, await backend.open(memory), settings, warnings);
}

interface Resolved {
  readonly method: Method;
  readonly settings: MethodSettings;
  readonly timestep: number;
  readonly gravity: readonly number[];
  readonly damping: number;
}

const DEFAULTS = {
  settings: methodSettings(DEFAULT_METHOD),
  timestep: 1 / 480,
  gravity: [0, -9.81, 0],
  damping: 0.5,
};

/** What is not given stays as it is; a method named by its id begins from its own defaults. */
function resolve(given: Settings, old: Omit<Resolved, 'method'>): Resolved {
  const { timestep = old.timestep, gravity = old.gravity, damping = old.damping } = given;
  const kept = given.method?.id === undefined ? old.settings : {};
  const settings = methodSettings({ ...kept, ...given.method });
  return {
    method: findMethod(settings.id),
    settings,
    timestep: number('timestep', timestep, { min: 1e-6, max: 1, unit: 's' }),
    gravity: vector('gravity', gravity, 3, { min: -1e6, max: 1e6, unit: 'm/s²' }),
    damping: number('damping', damping, { min: 0, max: 1e6, unit: '1/s' }),
  };
}

export class World {
  /** Steps enqueued since the beginning. */
  steps = 0;
  /** Simulated seconds. */
  time = 0;
  /** The backend that runs: its name, threads and a line about it. */
  readonly backend: Backend;
  /** Resolves with the reason if the backend stops working: a lost GPU device, a crashed worker. */
  readonly lost: Promise<string>;
  /** What the user should know, as lines for people. */
  readonly warnings: string[];
  readonly #machine: Machine;
  readonly #pinned: Set<number>;
  #settings: Resolved;
  #budget: Budget | undefined;
  #outer = 1;
  #disposed = false;
  /** What must be done before the next step: `record` after settings changed, `prepare` after pins did. */
  #stale: 'record' | 'prepare' | undefined = 'record';
  /** What the steps since `since` have cost, as far as it was measured. */
  #measured = { since: 0, steps: 0, ms: 0, phases: {} as Partial<Record<Phase, number>> };

  /** Use `createWorld`. */
  constructor(
    readonly model: Model,
    backend: Backend,
    machine: Machine,
    settings: Resolved,
    warnings: readonly string[],
  ) {
    this.#machine = machine;
    this.backend = { ...backend, threads: machine.threads, description: machine.description };
    this.#settings = settings;
    this.#pinned = new Set(model.pins);
    this.warnings = [...warnings];
    this.#budget = budgetOf(settings);
    this.#advise();
    const { neighbours, springOf, ends, slotOf, corners, restLengths, stiffness } = model;
    const constants: Record<string, ArrayLike<number>> = {
      neighbours,
      springOf,
      ends,
      corners,
      order: slotOf,
    };
    for (const [name, values] of Object.entries(constants)) machine.write(name, values);
    machine.write(
      'springs',
      Float64Array.from({ length: 2 * model.springs }, (_, k) => (k % 2 ? stiffness : restLengths)[k >> 1]),
    );
    this.#writeMasses();
    machine.load('surface', [
      call(normals, { phase: 'surface', range: [0, model.particles], scalars: { width: model.cornerWidth } }),
    ]);
    machine.onTiming = (timing) => this.#learn(timing);
    this.lost = machine.lost;
    machine.lost.then((reason) => this.warnings.push(reason));
    this.write({ positions: model.positions, velocities: model.velocities });
  }

  get bodies(): Model['bodies'] {
    return this.model.bodies;
  }

  /** Id and full settings of the method that runs; with a budget, `outer` is the count last used. */
  get method(): MethodSettings {
    const { settings } = this.#settings;
    return this.#budget ? { ...settings, outer: this.#outer } : settings;
  }

  /** Seconds per step. */
  get timestep(): number {
    return this.#settings.timestep;
  }

  /** Enqueues steps and returns at once; read to see the result. */
  step(count = 1): void {
    number('step', count, { min: 0, max: 1_000_000, integer: true });
    if (this.#disposed) throw new Error('this world was disposed: it can not step');
    if (this.#budget) for (let k = 0; k < count; k++) this.#enqueue(1);
    else if (count > 0) this.#enqueue(count);
  }

  #enqueue(count: number): void {
    if (this.#budget && this.#budget.count !== this.#outer) this.#stale = 'record';
    if (this.#stale === 'record') this.#record();
    if (this.#stale) this.#machine.run('prepare');
    this.#stale = undefined;
    this.#machine.run('step', count, this.#outer);
    this.steps += count;
    if (this.#settings.settings.integrate) this.time += count * this.timestep;
  }

  #record(): void {
    const { model } = this;
    const { method, settings, timestep: h, gravity } = this.#settings;
    this.#outer = this.#budget?.count ?? settings.outer;
    const setting = { model, h, settings: { ...settings, outer: this.#outer } };
    const { program, correction } = method.record(setting);
    this.#machine.load('prepare', method.prepare(setting));
    this.#machine.load('step', [this.#predict(), ...program, this.#finish(correction)]);
    this.#machine.load('statistics', statisticsProgram(model, gravity));
  }

  /** With integration off a step takes no time: y is where the particle is. */
  #predict(): Program[number] {
    const { settings, timestep: h, gravity, damping } = this.#settings;
    const [gx, gy, gz] = settings.integrate ? gravity : [0, 0, 0];
    const scalars = settings.integrate ? { h, gx, gy, gz, damping } : { h: 0, gx, gy, gz, damping: 0 };
    return call(predict, { phase: 'predict', range: [0, this.model.particles], scalars });
  }

  #finish(delta: string): Program[number] {
    const { settings, timestep: h } = this.#settings;
    const scalars = settings.integrate ? { h, rate: 1 / h } : { h: 0, rate: 0 };
    return call(finish, { phase: 'finish', range: [0, this.model.particles], bind: { delta }, scalars });
  }

  /** Fills the caller's arrays in the user's order; without targets, makes and returns positions and velocities. */
  async read<T extends ReadTargets = { positions: Float32Array; velocities: Float32Array }>(
    targets?: T,
  ): Promise<T> {
    const size = 3 * this.model.particles;
    const wanted: ReadTargets = targets ?? {
      positions: new Float32Array(size),
      velocities: new Float32Array(size),
    };
    const { positions, velocities, normals: normal } = wanted;
    const named = Object.entries({ x: positions, v: velocities, normal }).filter(
      ([, target]) => target !== undefined,
    );
    for (const [name, target] of Object.entries(wanted)) {
      if (target && target.length !== size)
        throw new InputError(`read.${name}`, target, `an array of ${size} numbers`);
    }
    if (normal) this.#machine.run('surface');
    const storage = await this.#machine.read(...named.map(([name]) => name));
    named.forEach(([, target], k) => {
      fromStorage(storage[k], this.model, target as Numbers);
    });
    return wanted as T;
  }

  /**
   * Positions and velocities as they are stored: x, y, z, w per slot, `model.idOf` telling whose slot it is. Without a
   * copy on the reference and on shared WebAssembly memory, where it is valid until the next step; else copied.
   */
  async view(): Promise<{ positions: StorageArray; velocities: StorageArray; idOf: Uint32Array }> {
    await this.#machine.idle();
    const positions = this.#machine.view?.('x') ?? (await this.#machine.read('x'))[0];
    const velocities = this.#machine.view?.('v') ?? (await this.#machine.read('v'))[0];
    return { positions, velocities, idOf: this.model.idOf };
  }

  /** The numbers of the present state, and what the steps so far have cost. */
  async statistics(): Promise<Statistics> {
    if (this.#stale === 'record') this.#record();
    this.#machine.run('statistics');
    const [springTotal, springCount, particleTotal] = await this.#machine.read(...STATISTICS_BUFFERS);
    await this.#machine.idle(); // the last step's time has arrived
    const { since, steps, ms, phases } = this.#measured;
    const perStep = steps > 0 ? ms / steps : 0;
    const each = Object.fromEntries(Object.entries(phases).map(([phase, sum]) => [phase, sum / steps]));
    return {
      ...sumsOf(springTotal, springCount, particleTotal),
      iterations: this.#outer,
      ms: { total: perStep * (this.steps - since), perStep, phases: each },
    };
  }

  #learn({ program, times, tag, total, phases }: Timing): void {
    if (program !== 'step') return;
    this.#budget?.observe(tag, total / times, phases);
    const measured = this.#measured;
    measured.steps += times;
    measured.ms += total;
    for (const [phase, ms] of Object.entries(phases) as [Phase, number][]) {
      measured.phases[phase] = (measured.phases[phase] ?? 0) + ms * times;
    }
  }

  /**
   * Changes settings while the world runs; what is not named stays. `{ method: { inner: 20 } }` changes the method that
   * runs, `{ method: { id: 'pd-gs' } }` puts another in its place, with that one's defaults.
   */
  configure(settings: Settings): void {
    const resolved = resolve(settings, this.#settings);
    demandSupport(resolved.method, this.backend.name);
    this.#settings = resolved;
    this.#budget = budgetOf(resolved);
    this.#advise();
    this.#measured = { since: this.steps, steps: 0, ms: 0, phases: {} };
    this.#stale = 'record';
  }

  /** Over-relaxation overshoots first: with few sweeps between local steps the cloth jitters, or worse. */
  #advise(): void {
    const { omega, inner } = this.#settings.settings;
    if (omega <= 1 || inner * (2 - omega) >= 1) return;
    const enough = Math.ceil(1 / (2 - omega) - 1e-9);
    const advice = `ω = ${omega} with ${inner} inner iteration${inner > 1 ? 's' : ''} may not come to rest; take at least ${enough}`;
    if (!this.warnings.includes(advice)) this.warnings.push(advice);
  }

  /** Sets the whole state, three numbers a particle in the user's order. */
  write({ positions, velocities }: { positions?: ArrayLike<number>; velocities?: ArrayLike<number> }): void {
    const x = positions && toStorage('positions', positions, this.model);
    const v = velocities && toStorage('velocities', velocities, this.model);
    if (x) this.#machine.write('x', x);
    // What is pinned does not move.
    if (v) for (const id of this.#pinned) v.fill(0, 4 * this.model.slotOf[id], 4 * this.model.slotOf[id] + 4);
    if (v) this.#machine.write('v', v);
  }

  /** Puts one particle somewhere, metres. A pinned one stays there; a free one goes on with the velocity it had. */
  move(id: number, position: Vec3): void {
    this.#machine.write('x', vector('position', position, 3, WITHIN), 4 * this.#slot(id));
  }

  /** Holds a particle where it is, or at `position`. */
  pin(id: number, position?: Vec3): void {
    if (position) this.move(id, position);
    this.#setPinned(id, true);
    this.#machine.write('v', [0, 0, 0], 4 * this.#slot(id));
  }

  /** Lets a particle go, at rest. */
  unpin(id: number): void {
    this.#setPinned(id, false);
  }

  isPinned(id: number): boolean {
    return this.#pinned.has(id);
  }

  #setPinned(id: number, pinned: boolean): void {
    const slot = this.#slot(id);
    if (pinned) this.#pinned.add(id);
    else this.#pinned.delete(id);
    this.#machine.write('particles', this.#massOf(id), 4 * slot);
    this.#stale ??= 'prepare';
  }

  #writeMasses(): void {
    const all = new Float64Array(4 * this.model.particles);
    for (let id = 0; id < this.model.particles; id++) all.set(this.#massOf(id), 4 * this.model.slotOf[id]);
    this.#machine.write('particles', all);
  }

  /** Mass, inverse mass (0 where pinned). */
  #massOf(id: number): number[] {
    const mass = this.model.masses[id];
    return [mass, this.#pinned.has(id) ? 0 : 1 / mass, 0, 0];
  }

  /** The force on one particle from now on, newtons. */
  setForce(id: number, force: Vec3): void {
    this.#machine.write('force', vector('force', force, 3, WITHIN), 4 * this.#slot(id));
  }

  /** The force on every particle from now on, newtons: the same for all, or three numbers each. */
  setForces(forces: Vec3 | Numbers): void {
    const each =
      forces.length === 3 && this.model.particles > 1 ? vector('forces', [...forces], 3) : undefined;
    const all = each
      ? Float64Array.from({ length: 3 * this.model.particles }, (_, k) => each[k % 3])
      : forces;
    this.#machine.write('force', toStorage('forces', all, this.model));
  }

  #slot(id: number): number {
    return this.model.slotOf[
      number('particle', id, { min: 0, max: this.model.particles - 1, integer: true })
    ];
  }

  /** Everything needed to continue from here. */
  async snapshot(): Promise<Snapshot> {
    const { steps, time, backend } = this;
    const pinned = [...this.#pinned];
    const arrays = await this.#machine.read(...STATE_BUFFERS);
    const buffers = Object.fromEntries(
      STATE_BUFFERS.map((name, k) => [name, arrays[k]]),
    ) as Snapshot['buffers'];
    return { backend: backend.name, model: fingerprintOf(this.model), steps, time, pinned, buffers };
  }

  /** Goes back to a snapshot of the same model; on the same backend, what follows has the same bits. */
  restore(snapshot: Snapshot): void {
    const fingerprint = fingerprintOf(this.model);
    if (snapshot.model !== fingerprint)
      throw new InputError('snapshot.model', snapshot.model, `this world's own: ${fingerprint}`);
    for (const name of STATE_BUFFERS) this.#machine.write(name, snapshot.buffers[name]);
    this.#pinned.clear();
    for (const id of snapshot.pinned) this.#pinned.add(id);
    this.steps = snapshot.steps;
    this.time = snapshot.time;
    this.#measured = { since: this.steps, steps: 0, ms: 0, phases: {} };
    this.#stale ??= 'prepare';
  }

  /** Sixteen digits that are equal when the positions and velocities are, bit for bit. */
  async hash(): Promise<string> {
    const arrays = await this.#machine.read('x', 'v');
    return hashOf(
      ...arrays.map((array) => fromStorage(array, this.model, sameKind(array, 3 * this.model.particles))),
    );
  }

  /** How often each kernel ran, counted where it runs. */
  executed(): Promise<ReadonlyMap<string, number>> {
    return this.#machine.executed();
  }

  /** On webgpu: the device and the solver's own buffers, to draw from without a copy. */
  get gpu(): { device: unknown; buffer(name: 'x' | 'normal'): unknown; updateNormals(): void } | undefined {
    const machine = this.#machine;
    if (!(machine instanceof WebGpuMachine)) return undefined;
    return {
      device: machine.device,
      buffer: (name) => machine.buffer(name),
      updateNormals: () => machine.run('surface'),
    };
  }

  /** Resolves when every enqueued step is done. */
  idle(): Promise<void> {
    return this.#machine.idle();
  }

  /** Ends the workers and frees the memory. */
  dispose(): void {
    this.#disposed = true;
    this.#machine.dispose();
    this.backend.dispose();
  }
}

const budgetOf = ({ settings: { budget, inner } }: Resolved): Budget | undefined =>
  budget === undefined ? undefined : new Budget(budget, Math.max(1, Math.floor(MAX_ITERATIONS / inner)));

const sameKind = (array: StorageArray, size: number): Numbers =>
  array instanceof Float64Array ? new Float64Array(size) : new Float32Array(size);
