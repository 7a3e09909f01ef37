/**
 * The world: bodies, a method and a backend, stepped. A step is a list of stages (step.ts), recorded as a program when settings change
 * and enqueued by `step()`; nothing here waits except the reads. The parts of a world each have one subject; this is what they look like
 * from outside, and the loop that steps them.
 */
import type { Attached, Attachment } from './attachments/attachment.ts';
import { Attachments } from './attachments/attachments.ts';
import type { Backend, StorageArray } from './backends/backend.ts';
import type { Vec3 } from './body/body.ts';
import type { ColliderPlace, PlacedCollider } from './contact/collider.ts';
import type { Contact } from './contact/contact.ts';
import { Due } from './due.ts';
import { InputError, number } from './errors.ts';
import { findAhead } from './find.ts';
import type { Grab, GrabOptions } from './interaction/grab.ts';
import { Interaction, type InteractionOptions, type Shot } from './interaction/interaction.ts';
import type { Pick as Picked, PickOptions } from './interaction/pick.ts';
import type { Ray } from './interaction/ray.ts';
import type { MemoryReport } from './memory.ts';
import type { MethodSettings } from './methods/index.ts';
import type { Model } from './model.ts';
import { type DrawnBuffers, type Numbers, Particles, type ReadTargets } from './particles.ts';
import type { MemoryPlan } from './program.ts';
import { Programs } from './programs.ts';
import { type Resolved, resolveSettings, type Settings } from './settings.ts';
import { checkSnapshot, fingerprintOf, type Snapshot, warningOf } from './state.ts';
import { collectStatistics } from './statistics/collect.ts';
import { Costs } from './statistics/costs.ts';
import type { Statistics } from './statistics/statistics.ts';
import { demandSupport, type Opened } from './support.ts';
import type { Gust } from './wind/wind.ts';
import { beforeOf, demandFew, type StepOptions, type WorldOptions } from './world-options.ts';

export class World {
  readonly model: Model;
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
  readonly #opened: Opened;
  readonly #due = new Due();
  readonly #particles: Particles;
  readonly #interaction: Interaction;
  readonly #contact: Contact;
  readonly #attachments: Attachments;
  readonly #programs: Programs;
  /** Whether it is in a step whose `before` runs. */
  #isInStep = false;
  /** Whether colliders moved in the last step. */
  #collidersMove = false;
  /** Why it cannot step any more. */
  #ended: string | undefined;

  /** Use `createWorld`. */
  constructor(
    model: Model,
    memory: MemoryPlan,
    opened: Opened,
    settings: Resolved,
    contact: Contact,
    setup: number,
    options: Pick<WorldOptions, 'attachments'> & InteractionOptions,
  ) {
    const { backend, machine } = opened;
    this.model = model;
    this.backend = { ...backend, threads: machine.threads, description: machine.description };
    this.warnings = [...opened.warnings, ...model.warnings, ...contact.warnings];
    this.#opened = opened;
    this.#contact = contact;
    this.#attachments = new Attachments(model);
    this.#particles = new Particles(model, machine, memory, this.#due);
    this.#interaction = new Interaction(this.#particles, options, {
      time: () => this.time,
      part: () => this.#programs.part,
      shotsChanged: (shots, fastest) => this.#shotsChanged(shots, fastest),
    });
    this.#programs = new Programs(
      this.#particles,
      {
        ...{ contact, attachments: this.#attachments, partakers: () => this.#interaction.partakers },
        warn: (line) => this.#warn(line),
      },
      settings,
      setup,
      backend,
    );
    const { attachments = [] } = options;
    if (!Array.isArray(attachments)) throw new InputError('attachments', attachments, 'a list');
    attachments.forEach((attachment: Attachment, k) => {
      this.#attach(`attachments[${k}]`, attachment, model.positions);
    });
    this.lost = machine.lost;
    this.lost.then((reason) => {
      this.warnings.push(reason);
      this.#ended = reason;
    });
    machine.onTiming = (timing) => this.#programs.learn(timing);
  }

  /**
   * Enqueues steps and returns at once; read to see the result. A loop that steps faster than the machine can must wait
   * for a read (or `idle`) now and then, or what it asks for piles up.
   */
  step(count = 1, options?: StepOptions): void {
    number('step', count, { min: 0, max: 1_000_000, integer: true });
    const before = options && beforeOf(options);
    this.#demandAlive();
    if (this.#isInStep)
      throw new Error('step() cannot be called from its option `before`; call it after step() has returned');
    if (!before) {
      this.#enqueueSteps(count);
      return;
    }
    this.#isInStep = true;
    try {
      for (let index = 0; index < count; index++) {
        before(this.time, index);
        this.#demandAlive();
        this.#enqueueSteps(1);
      }
    } finally {
      this.#isInStep = false;
    }
  }

  #demandAlive(): void {
    if (this.#ended) throw new Error(`this world cannot step: ${this.#ended}`);
  }

  /** With a budget every step has an iteration count of its own, with moving colliders their places, in a gust its wind. */
  #enqueueSteps(count: number): void {
    const { hasBudget, substeps } = this.#programs;
    const { colliders } = this.#contact;
    if (hasBudget || colliders.move || this.#interaction.actsUntil(this.time + count * this.timestep)) {
      demandFew(count, substeps);
      for (let k = 0; k < count; k++, this.steps++) {
        colliders.foresee(this.#programs.endsAfter(this.time));
        for (let left = substeps; left > 0; left--) this.#enqueue(1, left);
      }
    } else if (count > 0) {
      this.#enqueue(count * substeps);
      this.steps += count;
    }
  }

  /** So many parts of steps; or the next one, with which so many are `left` of its step. */
  #enqueue(count: number, left = 1): void {
    const { outer, part } = this.#programs;
    const after = this.time + (part.settings.integrate ? count * part.timestep : 0);
    this.#interaction.act(after);
    this.#loadTies(outer);
    this.#programs.ready(outer);
    this.#moveColliders(left);
    this.#opened.machine.run('step', count, outer);
    this.#contact.colliders.arrive();
    this.time = after;
  }

  /** Writes where attachments hold particles; the step is recorded anew where their number changed. */
  #loadTies(outer: number): void {
    const { machine, addedInertia, isTornByHand } = this.#particles;
    const isOutOfDate = this.#due.take('weights');
    if (this.#due.take('ties')) {
      const { part } = this.#programs;
      const isPinned = (id: number) => this.isPinned(id);
      const isCut = isTornByHand || this.#contact.colliders.blades.length > 0;
      const setting = this.#programs.settingWith(outer);
      if (this.#attachments.load(machine, part, setting, isPinned, isCut, addedInertia))
        this.#due.add('record', 'there are more attachments or fewer');
    } else if (isOutOfDate) this.#attachments.weigh(machine, addedInertia);
  }

  /** Writes where colliders go in the next part of a step, and in the one after a move that they have come to rest. */
  #moveColliders(left: number): void {
    const { colliders } = this.#contact;
    const moved = this.#collidersMove;
    this.#collidersMove = colliders.move;
    if (!moved && !this.#collidersMove) return;
    colliders.advance(left);
    this.#opened.machine.write('colliders', colliders.records());
  }

  /** Particles meet from the first shot on, where they do so for balls only; a faster one asks for shorter parts. */
  #shotsChanged(shots: number, fastest: number): void {
    if (!this.#contact.meetings.wake(shots > 0, fastest)) return;
    this.#programs.divide(this.steps, 'a ball was shot that is the first, or much faster than those before');
    this.#interaction.timestepChanged();
  }

  #warn(line: string): void {
    if (!this.warnings.includes(line)) this.warnings.push(line);
  }

  get bodies(): Model['bodies'] {
    return this.model.bodies;
  }

  /** What bodies collide with, each with its present pose. */
  get colliders(): readonly PlacedCollider[] {
    return this.#contact.colliders.placed;
  }

  /** Id and full settings of the method that runs; with a budget, `outer` is the count last used. */
  get method(): MethodSettings {
    return this.#programs.method;
  }

  /**
   * How the steps since the last change of settings hold what they sweep over, and why a body is not in blocks; before the first, rows of
   * neighbours. With how many weights cloths in blocks go, which changes as they tear, the statistics say.
   */
  get storage(): string {
    return this.#programs.storage.description;
  }

  /** Seconds per step. */
  get timestep(): number {
    return this.#programs.settings.timestep;
  }

  /** Into how many parts a step is divided. */
  get substeps(): number {
    return this.#programs.substeps;
  }

  /** Fills the caller's arrays in the user's order; without targets, makes and returns positions and velocities. */
  read<T extends ReadTargets = { positions: Float32Array; velocities: Float32Array }>(
    targets?: T,
  ): Promise<T> {
    return this.#particles.read(targets);
  }

  /**
   * Positions and velocities as they are stored: x, y, z, w per slot, `model.idOf` telling whose slot it is. Without a
   * copy on the reference and on shared WebAssembly memory, where it is valid until the next step; else copied.
   */
  view(): Promise<{ positions: StorageArray; velocities: StorageArray; idOf: Uint32Array }> {
    return this.#particles.view();
  }

  /** Sixteen digits that are equal when the positions and velocities are, bit for bit. */
  hash(): Promise<string> {
    return this.#particles.hash();
  }

  /** Sets the whole state, three numbers a particle in the user's order. */
  write(state: { positions?: ArrayLike<number>; velocities?: ArrayLike<number> }): void {
    this.#particles.write(state);
  }

  /** Puts one particle somewhere, metres. A pinned one stays there; a free one goes on with the velocity it had. */
  move(id: number, position: Vec3): void {
    this.#particles.move(id, position);
  }

  /** Holds a particle where it is, or at `position`; one that slides, there on its rail. */
  pin(id: number, position?: Vec3): void {
    this.#particles.pin(id, position);
  }

  /** Lets a particle go, at rest; what it is attached to still holds it. */
  unpin(id: number): void {
    this.#particles.unpin(id);
  }

  isPinned(id: number): boolean {
    return this.#particles.isPinned(id);
  }

  /** The force on one particle from now on, newtons. */
  setForce(id: number, force: Vec3): void {
    this.#particles.setForce(id, force);
  }

  /** The force on every particle from now on, newtons: the same for all, or three numbers each. */
  setForces(forces: Vec3 | Numbers): void {
    this.#particles.setForces(forces);
  }

  /** Tears a spring, by its number; of a cloth with `split`, all of it that is left. */
  tear(spring: number): void {
    this.#particles.tear(spring);
  }

  /**
   * Cuts the springs that now pass through a flat convex polygon, three points or more in metres: what a stroke has swept
   * (the eye and two points far behind the pointer), or a blade.
   */
  cut(polygon: readonly Vec3[]): void {
    this.#particles.cut(polygon);
  }

  /** Whether springs may be torn: bodies have a strength, a collider cuts, or something was cut. Only then triangles may be missing. */
  get mayHaveHoles(): boolean {
    return this.#particles.mayHaveHoles;
  }

  /** Three particles a triangle, as `model.triangles`; of one that is torn the first three times, which draws nothing. */
  readTriangles(): Promise<Uint32Array> {
    return this.#particles.readTriangles();
  }

  /**
   * A number that grows when springs tear or are cut: while it is the same, `readTriangles` and `readTorn` are too. It costs
   * two words, where those cost lists.
   */
  readTears(): Promise<number> {
    return this.#particles.readTears();
  }

  /** By spring, 1 where it is torn. */
  readTorn(): Promise<Uint8Array> {
    return this.#particles.readTorn();
  }

  /** By particle, 1 where it is a spare in use: where a particle of a body with `splits` has split. */
  readSplit(): Promise<Uint8Array> {
    return this.#particles.readSplit();
  }

  /**
   * The particle that a ray picks: of those it passes within 1.5 of their own radius, the nearest to it in the first layer it hits;
   * if it hits none, the same among particles within the tolerance. Resolves after what was enqueued before. Colliders do not hide particles.
   */
  pick(ray: Ray, options: PickOptions = {}): Promise<Picked | undefined> {
    return this.#interaction.pick(ray, options);
  }

  /**
   * Takes a particle in hand, which is at `position`, metres: give that of the pick. An earlier grab of it ends. A spring's force is solved
   * with the cloth's own, so that no stiffness, mass or time step is unstable; strong ones count as inertia in the statistics meanwhile.
   */
  grab(id: number, position: Vec3, options: GrabOptions = {}): Grab {
    return this.#interaction.grab(id, position, options);
  }

  /**
   * Cuts the springs that now pass through what a stroke has swept: the rays of a pointer, in order, each as long as `reach`
   * (metres, default 100). One ray sweeps nothing. A stroke that comes in pieces `goesOn` with all but the first, whose last ray is the
   * first of the next: cloth with `split` is parted along the whole of it.
   */
  cutStroke(
    rays: readonly Ray[],
    options: { readonly reach?: number; readonly goesOn?: boolean } = {},
  ): void {
    this.#interaction.cutStroke(rays, options);
  }

  /** The balls of the world's magazines: how many there are, and how many have not been shot yet. */
  get magazine(): { readonly balls: number; readonly loaded: number } {
    return this.#interaction.magazine;
  }

  /** Shoots the next ball of the magazine and gives its id; when all are out, the one that has been out the longest. */
  shoot(shot: Shot): number {
    return this.#interaction.shoot(shot);
  }

  /** Lets a gust blow, from the next step on or from `start`. It adds to the wind there is. */
  gust(gust: Gust): void {
    this.#interaction.gust(gust);
  }

  /** The wind of the world's time, metres per second. */
  get wind(): Vec3 {
    return this.#interaction.wind;
  }

  /**
   * Puts a collider, by name or number, where it shall be at the end of the next step; cloth on its way is pushed along.
   * What is left out stays; one that moves by itself goes on with that.
   */
  moveCollider(which: string | number, place: ColliderPlace): void {
    this.#contact.colliders.put(which, place);
  }

  /** What particles are attached to, one by one. */
  get attachments(): readonly Attached[] {
    return this.#attachments.list;
  }

  /**
   * Attaches particles to what is where it is now: a collider, a rail, a plane, other particles. It waits for the steps that
   * were enqueued; await it before the next.
   */
  async attach(attachment: Attachment): Promise<void> {
    const { positions } = await this.read({ positions: new Float64Array(3 * this.model.particles) });
    this.#attach('attachment', attachment, positions);
  }

  #attach(path: string, attachment: Attachment, positions: Float64Array): void {
    const made = this.#attachments.add(path, attachment, positions, this.colliders);
    for (const [id, position] of made.moves) this.move(id, position);
    this.#particles.setAttached(this.#attachments.ids);
  }

  /** Lets go what is attached under a name, or these particles, with the velocity they have. A weld ends for both. */
  release(which: string | readonly number[]): void {
    this.#attachments.remove(which);
    this.#particles.setAttached(this.#attachments.ids);
  }

  /** The numbers of the present state, and what the steps so far have cost. */
  async statistics(): Promise<Statistics> {
    const { model, steps } = this;
    const { settings: told, storage, substeps, costs, setup } = this.#programs;
    const { outer = 1 } = this.method;
    return collectStatistics({
      ...{ machine: this.#opened.machine, model, steps, contact: this.#contact, told, storage },
      ...{ iterations: outer, substeps, solver: this.#programs.solver(outer), costs, setup },
      warn: (line: string) => this.#warn(line),
    });
  }

  /**
   * Finds out in a worker what `configure` with these settings needs to know of the model (an ordering, a hierarchy), which takes a
   * while for large ones; without, `configure` does it on the thread that calls it.
   */
  async prepare(settings: Settings): Promise<void> {
    const resolved = resolveSettings(settings, this.#programs.settings);
    demandSupport(resolved.method, this.backend.name);
    await findAhead(this.#opened.machine, this.#programs.hasBlocks, this.model, resolved, this.#contact);
  }

  /** Changes settings while it runs; what is not named stays. `{ method: { id } }` puts another method in place, with its own defaults. */
  configure(settings: Settings): void {
    const resolved = resolveSettings(settings, this.#programs.settings);
    demandSupport(resolved.method, this.backend.name);
    this.#programs.configure(resolved, this.steps);
    this.#interaction.timestepChanged();
  }

  /** The state to continue from: particles, pins, attachments, forces, poses of colliders and the time, not the settings. */
  async snapshot(): Promise<Snapshot> {
    const { steps, time, backend } = this;
    return {
      backend: backend.name,
      model: fingerprintOf(this.model),
      steps,
      time,
      attachments: this.#attachments.list,
      colliders: this.#contact.colliders.states,
      interaction: this.#interaction.interactionState,
      ...(await this.#particles.readState()),
    };
  }

  /** Goes back to a snapshot of the same model; on the same backend, what follows has the same bits. One that is refused changes nothing. */
  restore(snapshot: Snapshot): void {
    const { steps, time } = checkSnapshot(snapshot, this.model);
    const { colliders } = this.#contact;
    colliders.check(snapshot.colliders);
    this.#attachments.check(snapshot.attachments, snapshot.colliders.length);
    this.#interaction.checkInteraction(snapshot.interaction);
    this.#particles.checkState(snapshot);
    colliders.restore(snapshot.colliders, time);
    this.#particles.writeState(snapshot);
    this.#interaction.restoreInteraction(snapshot.interaction);
    this.#attachments.set(snapshot.attachments);
    this.#particles.setAttached(this.#attachments.ids);
    [this.steps, this.time] = [steps, time];
    // The next step gets their places, if there are any.
    this.#collidersMove = colliders.count > 0;
    this.#programs.costs = new Costs(steps);
    for (const line of warningOf(snapshot)) this.#warn(line);
  }

  /** How often each kernel ran; on webgpu as recorded: loops that end early in full, conditional parts not at all. */
  executed(): Promise<ReadonlyMap<string, number>> {
    return this.#opened.machine.executed();
  }

  /** On webgpu: the device and the solver's own buffers, to draw from without a copy; `index` only where `mayHaveHoles`. */
  get gpu(): DrawnBuffers | undefined {
    return this.#particles.gpu;
  }

  /** Where its memory goes, in bytes. Buffers come as they are needed: those of the surface when it is first drawn or read. */
  memory(): MemoryReport {
    return this.#particles.memory();
  }

  /** Resolves when every enqueued step is done. */
  idle(): Promise<void> {
    return this.#opened.machine.idle();
  }

  /** Frees the memory. Workers go on to other worlds, or end after a while. A backend handed in stays open. */
  dispose(): void {
    this.#ended ??= 'it was disposed';
    this.#opened.machine.dispose();
    if (this.#opened.owned) this.backend.dispose();
  }
}
