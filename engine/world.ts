/**
 * The world: bodies, a method and a backend, stepped. A step is
 *   predict -> lead what is attached -> the method's solve (per outer iteration: local step, then sweeps over the colours)
 *   -> slide what may -> contact -> finish -> tear
 * recorded as a program when settings change and enqueued by `step()`; nothing here waits except the reads.
 */
import type { AbortingSignal } from './abort.ts';
import { type Attached, type Attachment, attach, type Made } from './attachments/attachment.ts';
import { Attachments } from './attachments/attachments.ts';
import type { Backend, Timing } from './backends/backend.ts';
import type { Device, DeviceBuffer } from './backends/platform.ts';
import { IN_ROWS, type InBlocks, Storage } from './blocks/storage.ts';
import type { Body, Vec3 } from './body/body.ts';
import { Budget } from './budget.ts';
import type { ColliderPlace, PlacedCollider } from './contact/collider.ts';
import type { Contact, ContactOptions } from './contact/contact.ts';
import { InputError, number } from './errors.ts';
import { findAhead } from './find.ts';
import { demandForces } from './forces/taken.ts';
import { type InteractionOptions, Interactive } from './interaction/interactive.ts';
import { MAX_ITERATIONS, type MethodSettings, valuesOf } from './methods/index.ts';
import type { Model } from './model.ts';
import { demandFields, type FieldsOf } from './options.ts';
import type { MemoryPlan } from './program.ts';
import { recordPreparation, recordRenewal, recordStep } from './recording.ts';
import {
  divided,
  type Resolved,
  resolve,
  type Settings,
  scratchOf,
  settingOf,
  solverOf,
} from './settings.ts';
import type { StageContext } from './stage.ts';
import { fingerprintOf, type Snapshot } from './state.ts';
import { collectStatistics } from './statistics/collect.ts';
import { Costs } from './statistics/costs.ts';
import { type Statistics, statisticsProgram } from './statistics/statistics.ts';
import { type BackendChoice, demandSupport, type Opened } from './support.ts';
import { isSpare } from './tearing/split/plan.ts';

export interface WorldOptions extends Settings, ContactOptions, InteractionOptions {
  readonly bodies: readonly Body[];
  /** What particles are attached to from the beginning. Default none. */
  readonly attachments?: readonly Attachment[];
  /** Default `wasm`. `world.backend` says which one runs. */
  readonly backend?: BackendChoice;
  /** Gives up making the world when it is aborted: the promise rejects with its reason, and what was made is freed. */
  readonly signal?: AbortingSignal;
}

export interface StepOptions {
  /**
   * Called before each step with the world's time, seconds, and the number of the step among those asked for, from 0. What it moves, pins
   * and pushes is so for that step.
   */
  readonly before?: (time: number, index: number) => void;
}

export class World extends Interactive {
  /** Steps enqueued since the beginning. */
  steps = 0;
  /** The backend that runs: its name, threads and a line about it. */
  readonly backend: Backend;
  /** Resolves with the reason if the backend stops working: a lost GPU device, a crashed worker. */
  readonly lost: Promise<string>;
  /** What the user should know, as lines for people. */
  readonly warnings: string[];
  /** As told, and of a part of a step. */
  #settings: Resolved;
  #part: Resolved;
  #substeps = 1;
  #budget: Budget | undefined;
  #costs = new Costs(0);
  /** Milliseconds that the method's structures took. */
  #setup: number;
  /** Local steps in the recorded program; 0 when it must be recorded anew. */
  #outer = 0;
  readonly #blocks: Storage | undefined;
  #inBlocks: InBlocks | undefined;
  readonly #ownsBackend: boolean;
  readonly #contact: Contact;
  readonly #attachments: Attachments;
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
    super(model, machine, memory, options);
    this.backend = { ...backend, threads: machine.threads, description: machine.description };
    this.warnings = [...opened.warnings, ...model.warnings];
    this.#ownsBackend = opened.owned;
    this.#contact = contact;
    this.#attachments = new Attachments(model);
    this.#setup = setup;
    this.#blocks = backend.simd ? new Storage(model) : undefined;
    this.#settings = settings;
    this.#part = settings;
    this.#reserve(settings);
    this.#apply(settings);
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
    machine.onTiming = (timing) => this.#learn(timing);
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
    const { settings } = this.#settings;
    return this.#budget ? { ...settings, outer: this.#outer || this.#budget.count } : settings;
  }

  /**
   * How the steps since the last change of settings hold what they sweep over; before the first, rows of neighbours. With how many weights
   * cloths in blocks go, which changes as they tear, the statistics say.
   */
  get storage(): string {
    return this.#inBlocks?.description ?? IN_ROWS;
  }

  /** Seconds per step. */
  get timestep(): number {
    return this.#settings.timestep;
  }

  /** Into how many parts a step is divided. */
  get substeps(): number {
    return this.#substeps;
  }

  protected get partLength(): number {
    return this.#part.timestep;
  }

  /** Particles meet from the first shot on, where they do so for balls only. */
  protected shotsChanged(shots: number): void {
    if (this.#contact.meetings.wake(shots > 0)) this.#divide();
  }

  protected get integrates(): boolean {
    return this.#settings.settings.integrate;
  }

  /**
   * Enqueues steps and returns at once; read to see the result. A loop that steps faster than the machine can must wait
   * for a read (or `idle`) now and then, or what it asks for piles up.
   */
  step(count = 1, options: StepOptions = {}): void {
    number('step', count, { min: 0, max: 1_000_000, integer: true });
    demandFields('step.options', options, { before: true } satisfies FieldsOf<StepOptions>);
    const { before } = options;
    if (before !== undefined && typeof before !== 'function')
      throw new InputError(
        'step.options.before',
        before,
        'a function of the time and the number of the step',
      );
    this.#demandAlive();
    if (this.#isInStep) throw new Error('step was called by what runs before a step');
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
    const isSingle =
      this.#budget !== undefined ||
      this.#contact.colliders.move ||
      this.actsUntil(this.time + count * this.timestep);
    if (isSingle) {
      for (let k = 0; k < count; k++)
        for (let left = this.#substeps; left > 0; left--) this.#enqueue(1, left);
    } else if (count > 0) this.#enqueue(count * this.#substeps);
    this.steps += count;
  }

  /** So many parts of steps; or the next one, with which so many are `left` of its step. */
  #enqueue(count: number, left = 1): void {
    const outer = this.#budget?.count ?? this.#settings.settings.outer ?? 1;
    const after = this.time + (this.integrates ? count * this.partLength : 0);
    this.act(after);
    if (this.tiesDue) this.#loadTies(outer);
    else if (this.weighingDue) this.#attachments.weigh(this.machine, this.addedInertia);
    this.weighingDue = false;
    if (outer !== this.#outer || this.recordingDue) this.#record(outer);
    if (this.preparationDue) this.machine.run('prepare');
    else if (this.renewalDue) this.#renew(outer);
    this.preparationDue = false;
    this.renewalDue = false;
    this.#moveColliders(after, left);
    this.machine.run('step', count, outer);
    this.#contact.colliders.arrive();
    this.time = after;
  }

  #renew(outer: number): void {
    const renewal = recordRenewal(this.#context(outer));
    this.machine.load('renew', this.#inBlocks?.followed(renewal) ?? renewal);
    this.machine.run('renew');
  }

  /** Tells the next part of a step where colliders go in it, and the one after a move that they have come to rest. */
  #moveColliders(time: number, left: number): void {
    const moved = this.#collidersMove;
    this.#collidersMove = this.#contact.colliders.move;
    if (!moved && !this.#collidersMove) return;
    this.#contact.colliders.advance(time, left);
    this.machine.write('colliders', this.#contact.colliders.records());
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
    const { particles } = this.model;
    const at = (id: number): Vec3 => [positions[3 * id], positions[3 * id + 1], positions[3 * id + 2]];
    const { attached, moves }: Made = attach(path, attachment, {
      particles,
      colliders: this.colliders,
      isAttached: this.isAttached,
      isSpare: (id) => isSpare(this.model, id),
      at,
    });
    this.#attachments.set([...this.#attachments.list, ...attached]);
    for (const [id, position] of moves) this.move(id, position);
    this.setAttached(this.#attachments.ids);
  }

  /** Lets go what is attached under a name, or these particles, with the velocity they have. A weld ends for both. */
  release(which: string | readonly number[]): void {
    const gone = new Set(this.#attachments.named(which));
    this.#attachments.set(this.#attachments.list.filter((each) => !gone.has(each)));
    this.setAttached(this.#attachments.ids);
  }

  /** Tells kernels who is attached to what; the step is recorded anew. */
  #loadTies(outer: number): void {
    this.tiesDue = false;
    const setting = settingOf(this.model, this.#part, this.#contact.isThere, outer);
    const isPinned = (id: number) => this.isPinned(id);
    const { machine, addedInertia } = this;
    const isCut = this.isTornByHand || this.#contact.colliders.blades.length > 0;
    if (this.#attachments.load(machine, this.#part, setting, isPinned, isCut, addedInertia)) this.#outer = 0;
  }

  /** What is recorded: with so many local steps, and as bodies, contact and hands are now. */
  #context(outer: number): StageContext {
    const { model, partakers } = this;
    const [told, contact, attachments] = [this.#part, this.#contact, this.#attachments];
    const setting = settingOf(model, told, contact.isThere, outer);
    const h = told.settings.integrate ? told.timestep : 0;
    return { model, contact, attachments, partakers, told, setting, h };
  }

  #record(outer: number): void {
    const context = this.#context(outer);
    const recorded = { prepare: recordPreparation(context), step: recordStep(context) };
    const inBlocks = this.#blocks?.inBlocks(recorded, this.machine.threads);
    if (inBlocks) this.machine.reserve(inBlocks.memory);
    const { prepare, step } = inBlocks ?? recorded;
    this.machine.load('prepare', prepare);
    this.machine.load('step', step);
    this.#inBlocks = inBlocks;
    this.#outer = outer;
    this.recordingDue = false;
    this.#compileAhead(outer);
  }

  /** A GPU compiles the kernels that the first shot brings in with all others, so that the frame of the shot need not wait for them. */
  #compileAhead(outer: number): void {
    const { meetings } = this.#contact;
    if (!this.machine.gpu || !meetings.wait) return;
    meetings.wake(true);
    this.machine.load('step after a shot', recordStep(this.#context(outer)));
    meetings.wake(false);
  }

  /** The numbers of the present state, and what the steps so far have cost. */
  async statistics(): Promise<Statistics> {
    const { machine, model, steps } = this;
    const { outer = 1 } = this.method;
    return collectStatistics({
      ...{ machine, model, steps, contact: this.#contact, told: this.#settings, inBlocks: this.#inBlocks },
      ...{ iterations: outer, substeps: this.#substeps, solver: this.#solver(outer) },
      ...{ costs: this.#costs, setup: this.#setup, warn: (line: string) => this.#warn(line) },
    });
  }

  #solver(outer: number): Statistics['solver'] {
    return solverOf(this.#part, settingOf(this.model, this.#part, this.#contact.isThere, outer));
  }

  #learn(timing: Timing): void {
    if (timing.program !== 'step') return;
    this.#budget?.observe(timing.tag, timing.total / timing.times, timing.phases);
    this.#costs.add(timing, this.#substeps);
  }

  /**
   * Finds out in a worker what `configure` with these settings needs to know of the model (an ordering, a hierarchy), which takes a
   * while for large ones; without, `configure` does it on the thread that calls it.
   */
  async prepare(settings: Settings): Promise<void> {
    const resolved = resolve(settings, this.#settings);
    demandSupport(resolved.method, this.backend.name);
    await findAhead(this.machine, this.#blocks !== undefined, this.model, resolved, this.#contact);
  }

  /**
   * Changes settings while the world runs; what is not named stays. `{ method: { inner: 20 } }` changes the method that
   * runs, `{ method: { id: 'pd-gs' } }` puts another in its place, with that one's defaults.
   */
  configure(settings: Settings): void {
    const resolved = resolve(settings, this.#settings);
    demandSupport(resolved.method, this.backend.name);
    demandForces(this.model, resolved);
    const began = performance.now();
    const { part } = divided(this.model, resolved, ...this.#contact.busy);
    const scratch = scratchOf(this.model, part, this.#contact.isThere);
    this.#setup = performance.now() - began;
    this.machine.reserve(scratch);
    this.#reserve(resolved);
    this.#apply(resolved);
  }

  /** What the method needs once balls have been shot. */
  #reserve(resolved: Resolved): void {
    const { part } = divided(this.model, resolved, ...this.#contact.busiest);
    this.machine.reserve(scratchOf(this.model, part, this.#contact.canBeThere));
  }

  /** Steps are divided anew where settings change, and where particles begin to meet: they are recorded anew. */
  #divide(): void {
    const { substeps, part } = divided(this.model, this.#settings, ...this.#contact.busy);
    this.#substeps = substeps;
    this.#part = part;
    this.#warnOfSteps();
    const { budget } = part.settings;
    const { inner = 1 } = this.#solver(1).parameters;
    const most = Math.max(1, Math.floor(MAX_ITERATIONS / Number(inner)));
    this.#budget = budget === undefined ? undefined : new Budget(budget / substeps, most);
    this.#costs = new Costs(this.steps);
    this.#outer = 0;
    this.preparationDue = true;
    this.tiesDue = true;
    this.timestepChanged();
  }

  #warnOfSteps(): void {
    const { substeps, wanted } = divided(this.model, this.#settings, ...this.#contact.busy);
    if (this.#settings.substeps === 'auto' && substeps < wanted)
      this.#warn(
        `where bodies meet, springs this stiff may gain energy: they want ${wanted} substeps and have ${substeps}; softer ones look the same`,
      );
  }

  #apply(resolved: Resolved): void {
    this.#settings = resolved;
    this.#divide();
    this.machine.load('statistics', statisticsProgram(this.model, resolved.gravity));
    const { method, settings } = resolved;
    const advice = method.advice?.(valuesOf(method, settings), this.model);
    if (advice) this.#warn(advice);
  }

  #warn(line: string): void {
    if (!this.warnings.includes(line)) this.warnings.push(line);
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
      interaction: this.interactionState,
      ...(await this.readState()),
    };
  }

  /** Goes back to a snapshot of the same model; on the same backend, what follows has the same bits. */
  restore(snapshot: Snapshot): void {
    const fingerprint = fingerprintOf(this.model);
    if (snapshot.model !== fingerprint) {
      throw new InputError('snapshot.model', snapshot.model, `this world's own: ${fingerprint}`);
    }
    const steps = number('snapshot.steps', snapshot.steps, { min: 0, integer: true });
    const time = number('snapshot.time', snapshot.time, { min: 0 });
    this.#contact.colliders.check(snapshot.colliders);
    this.#attachments.check(snapshot.attachments, snapshot.colliders.length);
    this.checkInteraction(snapshot.interaction);
    this.writeState(snapshot);
    this.restoreInteraction(snapshot.interaction);
    this.#attachments.set(snapshot.attachments);
    this.setAttached(this.#attachments.ids);
    this.steps = steps;
    this.time = time;
    this.#contact.colliders.restore(snapshot.colliders, time);
    // The next step must be told where they are, if there are any.
    this.#collidersMove = this.#contact.colliders.count > 0;
    this.#costs = new Costs(this.steps);
  }

  /** How often each kernel ran; on webgpu as recorded: loops that end early in full, conditional parts not at all. */
  executed(): Promise<ReadonlyMap<string, number>> {
    return this.machine.executed();
  }

  /** On webgpu: the device and the solver's own buffers, to draw from without a copy; `index` only where `mayHaveHoles`. */
  get gpu():
    | { device: Device; buffer(name: 'x' | 'normal' | 'index'): DeviceBuffer; updateNormals(): void }
    | undefined {
    const { gpu } = this.machine;
    return gpu && { ...gpu, updateNormals: () => this.machine.run('surface') };
  }

  /** Resolves when every enqueued step is done. */
  idle(): Promise<void> {
    return this.machine.idle();
  }

  /** Ends the workers and frees the memory. A backend handed in is left to who made it. */
  dispose(): void {
    this.#ended ??= 'it was disposed';
    this.machine.dispose();
    if (this.#ownsBackend) this.backend.dispose();
  }
}
