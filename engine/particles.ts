/**
 * The particles of a running world, seen from outside: read, written, pinned, pushed, by id. Writes are enqueued and take
 * effect before the next step; reads wait for what was enqueued before them.
 */
import type { Machine, StorageArray } from './backends/backend.ts';
import type { Device, DeviceBuffer } from './backends/platform.ts';
import type { Vec3 } from './body/body.ts';
import type { Due } from './due.ts';
import { InputError, isList, number, vector } from './errors.ts';
import { componentsOf } from './kernel.ts';
import { type MemoryReport, memoryReport } from './memory.ts';
import { type Model, translated } from './model.ts';
import { WITHIN } from './motion/sound.ts';
import { demandFields, type FieldsOf } from './options.ts';
import type { MemoryPlan } from './program.ts';
import { dropKept, fromStorage, hashOf, type Snapshot, toStorage } from './state.ts';
import { surfaceMemory, surfaceProgram, tornSurfaceMemory, tornSurfaceProgram } from './surface/surface.ts';
import { isSpare, maySplit, RADIUS_OF_SPARE, recordUnpin } from './tearing/split/plan.ts';
import { splitOf, tornOf, versionsOf } from './tearing/split/torn.ts';
import { recordCut, TEARS, TORN } from './tearing/tearing.ts';

export type Numbers = Float32Array | Float64Array;

/** Arrays to fill: x, y, z per particle in the user's order. */
export interface ReadTargets {
  /** Metres. */
  readonly positions?: Numbers;
  /** Metres per second. */
  readonly velocities?: Numbers;
  /** Unit length. */
  readonly normals?: Numbers;
}

/** On webgpu: what a renderer draws from. */
export interface DrawnBuffers {
  readonly device: Device;
  buffer(name: 'x' | 'normal' | 'index'): DeviceBuffer;
  updateNormals(): void;
}

const TARGETS: FieldsOf<ReadTargets> = { positions: true, velocities: true, normals: true };
const WRITTEN = { positions: true, velocities: true } as const;

export class Particles {
  readonly #pinned: Set<number>;
  readonly #attached = new Set<number>();
  /** By id: what the inertia of a spring that holds it adds to its mass, kg. */
  readonly #added = new Map<number, number>();
  readonly #stateBuffers: readonly string[];
  readonly #sizeOf: (buffer: string) => number;
  #mayHaveHoles = false;
  #hasSurface = false;
  /** Whether springs tear in steps, and what `tears` and `torn` were when they were last read. */
  readonly #tearsItself: boolean;
  #lastTears = '';
  #tears = 0;
  /** Ids of particles that are pinned only because a grab holds them. */
  readonly inHand = new Set<number>();
  /** Whether springs were torn or cut by hand, even of bodies that never tear by themselves. */
  isTornByHand = false;
  /** Called when the surface gets its first holes. */
  onHoles: (() => void) | undefined;

  constructor(
    readonly model: Model,
    readonly machine: Machine,
    memory: MemoryPlan,
    readonly due: Due,
  ) {
    this.#sizeOf = (name) => memory[name].length * componentsOf[memory[name].element];
    this.#stateBuffers = Object.keys(memory).filter((name) => memory[name].role === 'state');
    this.#pinned = new Set(model.pins);
    this.#writeMasses();
    this.write({ positions: model.positions, velocities: model.velocities });
    this.#tearsItself = TORN in memory;
    if (this.#tearsItself) this.#expectHoles();
  }

  /** Fills the caller's arrays in the user's order; without targets, makes and returns positions and velocities. */
  async read<T extends ReadTargets = { positions: Float32Array; velocities: Float32Array }>(
    targets?: T,
  ): Promise<T> {
    if (targets !== undefined) demandFields('read', targets, TARGETS);
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
      const isReal = target instanceof Float32Array || target instanceof Float64Array;
      if (target !== undefined && !(isReal && target.length === size))
        throw new InputError(`read.${name}`, target, `a Float32Array or Float64Array of ${size} numbers`);
    }
    if (normal) this.#runSurface();
    const storage = await this.machine.read(...named.map(([name]) => name));
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
    await this.machine.idle();
    const positions = this.machine.view?.('x') ?? (await this.machine.read('x'))[0];
    const velocities = this.machine.view?.('v') ?? (await this.machine.read('v'))[0];
    return { positions, velocities, idOf: this.model.idOf };
  }

  /** Sixteen digits that are equal when the positions and velocities are, bit for bit. */
  async hash(): Promise<string> {
    const arrays = await this.machine.read('x', 'v');
    return hashOf(
      ...arrays.map((array) => fromStorage(array, this.model, sameKind(array, 3 * this.model.particles))),
    );
  }

  /** Sets the whole state, three numbers a particle in the user's order. */
  write(state: { positions?: ArrayLike<number>; velocities?: ArrayLike<number> }): void {
    demandFields('write', state, WRITTEN);
    const { positions, velocities } = state;
    const x = positions && toStorage('positions', positions, this.model);
    const v = velocities && toStorage('velocities', velocities, this.model);
    if (x) this.machine.write('x', x);
    // What is pinned does not move.
    if (v) for (const id of this.#pinned) v.fill(0, 4 * this.model.slotOf[id], 4 * this.model.slotOf[id] + 4);
    if (v) this.machine.write('v', v);
  }

  /** Puts one particle somewhere, metres. A pinned one stays there; a free one goes on with the velocity it had. */
  move(id: number, position: Vec3): void {
    this.machine.write('x', vector('position', position, 3, WITHIN), 4 * this.slot(id));
  }

  /** Holds a particle where it is, or at `position`; one that slides, there on its rail. */
  pin(id: number, position?: Vec3): void {
    if (position) this.move(id, position);
    this.#setPinned(id, true);
    this.machine.write('v', [0, 0, 0], 4 * this.slot(id));
  }

  /** Lets a particle go, at rest; what it is attached to still holds it. */
  unpin(id: number): void {
    this.#setPinned(id, false);
  }

  isPinned(id: number): boolean {
    return this.#pinned.has(id);
  }

  #setPinned(id: number, pinned: boolean): void {
    const slot = this.slot(id);
    if (pinned) this.#pinned.add(id);
    else this.#pinned.delete(id);
    this.#writeBond(id);
    // A method prepares for springs; a ball has none.
    if (!this.model.balls.includes(slot)) this.due.add('prepare', 'pins changed');
    this.due.add('ties', 'pins changed');
  }

  /** Adds inertia to a particle's mass, kg; 0 takes it away. */
  addInertia(id: number, inertia: number): void {
    if (inertia > 0) this.#added.set(id, inertia);
    else this.#added.delete(id);
    this.machine.write('masses', this.#massOf(id), 4 * this.slot(id));
    this.due.add('prepare', 'masses changed');
    this.due.add('weights', 'masses changed');
  }

  /** By id: what was added, kg. */
  get addedInertia(): ReadonlyMap<number, number> {
    return this.#added;
  }

  isAttached = (id: number): boolean => this.#attached.has(id);

  /** Attachments move these particles from now on, and the solver no others. */
  setAttached(ids: readonly number[]): void {
    const changed = new Set([...this.#attached, ...ids]);
    this.#attached.clear();
    for (const id of ids) this.#attached.add(id);
    for (const id of changed) this.#writeBond(id);
    // What is pinned where it was carried to stands still.
    for (const id of changed)
      if (!this.#attached.has(id) && this.#pinned.has(id))
        this.machine.write('v', [0, 0, 0], 4 * this.slot(id));
    this.due.add('prepare', 'attachments changed');
    this.due.add('ties', 'attachments changed');
  }

  /** Whether a particle is held. What one that may split weighs is known to the state alone. */
  #writeBond(id: number): void {
    const slot = this.slot(id);
    if (!maySplit(this.model, id)) this.machine.write('masses', this.#massOf(id), 4 * slot);
    else if (this.#isBound(id)) this.machine.write('masses', [0], 4 * slot + 1);
    else {
      this.machine.load('unpin', recordUnpin(slot));
      this.machine.run('unpin');
    }
  }

  #isBound = (id: number): boolean => this.#pinned.has(id) || this.#attached.has(id);

  /** Initial masses, before any attachment or added mass. */
  #writeMasses(): void {
    const { masses, radii, materialOf, slotOf } = this.model;
    const all = new Float64Array(4 * masses.length);
    for (let id = 0; id < masses.length; id++) {
      const at = 4 * slotOf[id];
      const isWaiting = isSpare(this.model, id);
      all[at] = isWaiting ? 0 : masses[id];
      all[at + 1] = isWaiting ? 0 : 1 / masses[id];
      all[at + 2] = isWaiting ? RADIUS_OF_SPARE : radii[id];
      all[at + 3] = materialOf[id];
    }
    for (const id of this.#pinned) all[4 * slotOf[id] + 1] = 0;
    this.machine.write('masses', all);
  }

  /** Masses of a snapshot with the radii and materials of this world, whose own number they have here. */
  #inContact(masses: ArrayLike<number>): Float64Array {
    const { radii, materialOf, slotOf } = this.model;
    const own = new Float64Array(masses);
    for (let id = 0; id < radii.length; id++) {
      const at = 4 * slotOf[id];
      const waits = isSpare(this.model, id) && own[at] === 0;
      own[at + 2] = waits ? RADIUS_OF_SPARE : radii[id];
      own[at + 3] = materialOf[id];
    }
    return own;
  }

  /** Mass, inverse mass (0 where pinned or attached), and in contact: radius, material; of a spare that waits, none. */
  #massOf(id: number): number[] {
    const { masses, radii, materialOf } = this.model;
    if (isSpare(this.model, id)) return [0, 0, RADIUS_OF_SPARE, materialOf[id]];
    const mass = masses[id] + (this.#added.get(id) ?? 0);
    return [mass, this.#isBound(id) ? 0 : 1 / mass, radii[id], materialOf[id]];
  }

  /** The force on one particle from now on, newtons. */
  setForce(id: number, force: Vec3): void {
    this.machine.write('force', vector('force', force, 3, WITHIN), 4 * this.slot(id));
  }

  /** The force on every particle from now on, newtons: the same for all, or three numbers each. */
  setForces(forces: Vec3 | Numbers): void {
    if (!isList(forces))
      throw new InputError('forces', forces, '[x, y, z] for all particles, or three numbers each (N)');
    const each =
      forces.length === 3 && this.model.particles > 1 ? vector('forces', [...forces], 3) : undefined;
    const all = new Float64Array(each ? 3 * this.model.particles : 0);
    for (let k = 0; each && k < all.length; k++) all[k] = each[k % 3];
    this.machine.write('force', toStorage('forces', each ? all : forces, this.model));
  }

  /** Tears a spring, by its number; of a cloth with `split`, all of it that is left. */
  tear(spring: number): void {
    number('spring', spring, { min: 0, max: this.model.springs - 1, integer: true });
    for (const version of versionsOf(this.model, spring)) this.machine.write('springs', [0], 2 * version + 1);
    this.#tornByHand();
  }

  /**
   * Cuts the springs that now pass through a flat convex polygon, three points or more in metres: what a stroke has swept
   * (the eye and two points far behind the pointer), or a blade.
   */
  cut(polygon: readonly Vec3[]): void {
    this.cutThrough(polygon, false);
  }

  /** The same, as a stroke's first piece or as one that goes on with it. */
  cutThrough(polygon: readonly Vec3[], goesOn: boolean): void {
    this.machine.load('cut', recordCut(this.model, polygon, goesOn));
    this.machine.run('cut');
    this.#tornByHand();
  }

  #tornByHand(): void {
    this.#expectHoles();
    this.#tears++;
    this.due.add('renew', 'springs were torn by hand');
    if (!this.isTornByHand) this.due.add('ties', 'springs were torn by hand');
    this.isTornByHand = true;
  }

  /** Whether springs may be torn: bodies have a strength, a collider cuts, or something was cut. Only then triangles may be missing. */
  get mayHaveHoles(): boolean {
    return this.#mayHaveHoles;
  }

  /** Only worlds that are drawn hold what normals take, and what holes take. */
  #expectSurface(): void {
    if (this.#hasSurface) return;
    this.#hasSurface = true;
    this.#loadSurface();
  }

  #loadSurface(): void {
    this.machine.reserve(surfaceMemory(this.model));
    if (this.#mayHaveHoles) this.machine.reserve(tornSurfaceMemory(this.model));
    const record = this.#mayHaveHoles ? tornSurfaceProgram : surfaceProgram;
    this.machine.load('surface', record(this.model));
  }

  #runSurface(): void {
    this.#expectSurface();
    this.machine.run('surface');
  }

  get gpu(): DrawnBuffers | undefined {
    const { gpu } = this.machine;
    if (gpu) this.#expectSurface();
    return gpu && { ...gpu, updateNormals: () => this.#runSurface() };
  }

  memory(): MemoryReport {
    const { memory, isDouble, allocated } = this.machine;
    return memoryReport(memory, { isDouble, allocated });
  }

  /** The surface is drawn without what is torn from now on. */
  #expectHoles(): void {
    if (this.#mayHaveHoles) return;
    this.#mayHaveHoles = true;
    if (this.#hasSurface) this.#loadSurface();
    this.onHoles?.();
  }

  /** Three particles a triangle, as `model.triangles`; of one that is torn the first three times, which draws nothing. */
  async readTriangles(): Promise<Uint32Array> {
    const { triangles, idOf } = this.model;
    if (!this.#mayHaveHoles || triangles.length === 0) return triangles.slice();
    this.#runSurface();
    const [index] = await this.machine.read('index');
    return translated(index, idOf);
  }

  /**
   * A number that grows when springs tear or are cut: while it is the same, `readTriangles` and `readTorn` are too. It costs
   * two words, where those cost lists.
   */
  async readTears(): Promise<number> {
    if (!this.#tearsItself) return this.#tears;
    const read = (await this.machine.read(TEARS, TORN)).join();
    if (read !== this.#lastTears) this.#tears++;
    this.#lastTears = read;
    return this.#tears;
  }

  /** By spring, 1 where it is torn. */
  async readTorn(): Promise<Uint8Array> {
    const [springs] = await this.machine.read('springs');
    return tornOf(this.model, springs);
  }

  /** By particle, 1 where it is a spare in use: where a particle of a body with `splits` has split. */
  async readSplit(): Promise<Uint8Array> {
    const [masses] = await this.machine.read('masses');
    return splitOf(this.model, masses);
  }

  slot(id: number): number {
    return this.model.slotOf[
      number('particle', id, { min: 0, max: this.model.particles - 1, integer: true })
    ];
  }

  /** The buffers of a snapshot, the pinned ids, and whether springs were torn or cut by hand. */
  async readState(): Promise<Pick<Snapshot, 'pinned' | 'isTornByHand' | 'buffers'>> {
    const pinned = [...this.#pinned].filter((id) => !this.inHand.has(id));
    const held = [...this.inHand, ...this.#added.keys()];
    const { isTornByHand } = this;
    const arrays = await this.machine.read(...this.#stateBuffers);
    // Holding is no part of the state.
    const masses = arrays[this.#stateBuffers.indexOf('masses')];
    for (const id of held) {
      const mass = maySplit(this.model, id) ? masses[4 * this.slot(id)] : this.model.masses[id];
      masses.set([mass, pinned.includes(id) ? 0 : 1 / mass], 4 * this.slot(id));
    }
    const buffers = Object.fromEntries(this.#stateBuffers.map((name, k) => [name, arrays[k]]));
    return { pinned, isTornByHand, buffers };
  }

  /** Refuses what `writeState` can't take. */
  checkState({ pinned, buffers }: Pick<Snapshot, 'pinned' | 'buffers'>): void {
    if (typeof buffers !== 'object' || buffers === null)
      throw new InputError('snapshot.buffers', buffers, 'what snapshot() gave');
    for (const name of this.#stateBuffers) {
      const size = this.#sizeOf(name);
      if (ArrayBuffer.isView(buffers[name]) && buffers[name].length === size) continue;
      const allowed = `the ${size} numbers in a typed array that snapshot() gave (structuredClone keeps them, JSON does not)`;
      throw new InputError(`snapshot.buffers.${name}`, buffers[name], allowed);
    }
    for (const name of this.#stateBuffers) {
      const values = buffers[name];
      for (let at = 0; at < values.length; at++)
        if (!(Math.abs(values[at]) <= WITHIN.max))
          number(`snapshot.buffers.${name}[${at}]`, values[at], WITHIN);
    }
    if (!Array.isArray(pinned)) throw new InputError('snapshot.pinned', pinned, 'a list of particles');
    const range = { min: 0, max: this.model.particles - 1, integer: true };
    pinned.forEach((id, k) => {
      number(`snapshot.pinned[${k}]`, id, range);
    });
  }

  writeState({ pinned, isTornByHand, buffers }: Pick<Snapshot, 'pinned' | 'isTornByHand' | 'buffers'>): void {
    dropKept(this.machine);
    for (const name of this.#stateBuffers) this.machine.write(name, buffers[name]);
    this.#added.clear();
    this.machine.write('masses', this.#inContact(buffers.masses));
    if (tornOf(this.model, buffers.springs).includes(1)) this.#expectHoles();
    this.#tears++;
    this.isTornByHand = isTornByHand === true;
    this.#pinned.clear();
    for (const id of pinned) this.#pinned.add(id);
    this.due.add('prepare', 'the state was restored');
  }
}

const sameKind = (array: StorageArray, size: number): Numbers =>
  array instanceof Float64Array ? new Float64Array(size) : new Float32Array(size);
