/** What runs: the settings of a world, how they divide its steps, and the programs that are recorded for them. */
import type { Backend, Timing } from './backends/backend.ts';
import { LEDGER } from './balance/rows.ts';
import { Storage } from './blocks/storage.ts';
import { Budget } from './budget.ts';
import type { Due } from './due.ts';
import { demandForces, undamped } from './forces/taken.ts';
import { REIN } from './limiter/limiter.ts';
import { ofPart } from './memory.ts';
import { MAX_ITERATIONS, type MethodSettings, valuesOf } from './methods/index.ts';
import type { Setting } from './methods/method.ts';
import { hierarchyOf } from './methods/multigrid/hierarchy.ts';
import type { Particles } from './particles.ts';
import { boundBy, type Program } from './program.ts';
import { recordPreparation, recordRenewal, recordStep, stageScratch } from './recording.ts';
import {
  divided,
  keepsBalance,
  neededScratch,
  type Resolved,
  scratchOf,
  settingOf,
  solverOf,
} from './settings.ts';
import type { StageContext } from './stage.ts';
import { Costs } from './statistics/costs.ts';
import { type Statistics, statisticsProgram } from './statistics/statistics.ts';
import { putInTiles } from './tiles/rewrite.ts';

/** What the rest of a world is when a program is recorded. */
type Surroundings = Pick<StageContext, 'contact' | 'attachments'> & {
  readonly partakers: () => StageContext['partakers'];
  readonly warn: (line: string) => void;
};

export class Programs {
  /** As given, and of a part of a step. */
  settings: Resolved;
  part: Resolved;
  /** Into how many parts a step is divided. */
  substeps = 1;
  costs = new Costs(0);
  /** Milliseconds that the method's structures took. */
  setup: number;
  readonly storage: Storage;
  readonly #particles: Particles;
  readonly #due: Due;
  readonly #around: Surroundings;
  #budget: Budget | undefined;
  /** Local steps in the recorded program; 0 before the first. */
  #outer = 0;

  constructor(
    particles: Particles,
    around: Surroundings,
    settings: Resolved,
    setup: number,
    { simd = false, tiles = false }: Pick<Backend, 'simd' | 'tiles'>,
  ) {
    const { model, due } = particles;
    this.#particles = particles;
    this.#due = due;
    this.#around = around;
    this.setup = setup;
    this.settings = settings;
    this.part = settings;
    this.storage = new Storage(model, simd, tiles);
    this.#reserve(settings);
    this.#apply(settings, 0);
  }

  get hasBlocks(): boolean {
    return this.storage.hasBlocks;
  }

  get hasBudget(): boolean {
    return this.#budget !== undefined;
  }

  get method(): MethodSettings {
    const { settings } = this.settings;
    return this.#budget ? { ...settings, outer: this.#outer || this.#budget.count } : settings;
  }

  /** Local steps of the next step. */
  get outer(): number {
    return this.#budget?.count ?? this.settings.settings.outer ?? 1;
  }

  /** When the parts of a step end that begins then, seconds. */
  endsAfter(time: number): number[] {
    const { settings, timestep } = this.part;
    const ends: number[] = [];
    for (let end = time; ends.length < this.substeps; ends.push(end))
      end += settings.integrate ? timestep : 0;
    return ends;
  }

  /** What a method is given, with so many local steps. */
  settingWith(outer: number): Setting {
    return settingOf(this.#particles.model, this.part, this.#around.contact.isThere, outer);
  }

  solver(outer: number): Statistics['solver'] {
    return solverOf(this.part, this.settingWith(outer));
  }

  /** Other settings; `steps` is how many have been taken so far. */
  configure(resolved: Resolved, steps: number): void {
    const { model, machine } = this.#particles;
    const { contact } = this.#around;
    demandForces(model, resolved);
    // A balance begins where it is asked for.
    if (keepsBalance(resolved) && !keepsBalance(this.settings) && LEDGER in machine.memory)
      for (const name of [LEDGER, ...(REIN in machine.memory ? [REIN] : [])]) machine.reset(name);
    const began = performance.now();
    const { part } = divided(model, resolved, ...contact.busy);
    const scratch = neededScratch(model, part, contact.isThere, this.hasBlocks);
    this.setup = performance.now() - began;
    machine.reserve(scratch);
    this.#reserve(resolved);
    this.#apply(resolved, steps);
  }

  /** What the method needs once balls have been shot. */
  #reserve(resolved: Resolved): void {
    const { model, machine } = this.#particles;
    const { contact } = this.#around;
    const { part } = divided(model, resolved, ...contact.busiest);
    machine.reserve(neededScratch(model, part, contact.canBeThere, this.hasBlocks));
  }

  #apply(resolved: Resolved, steps: number): void {
    const { model, machine } = this.#particles;
    this.settings = resolved;
    this.divide(steps, 'settings changed');
    machine.load('statistics', statisticsProgram(model, resolved.gravity));
    const { method, settings } = resolved;
    const advice = method.advice?.(valuesOf(method, settings), model, this.settingWith(1).inertia);
    if (advice) this.#around.warn(advice);
    const notDamped = undamped(model, resolved);
    if (notDamped) this.#around.warn(notDamped);
  }

  /** Divides steps anew, where settings change and where particles begin to meet: they are recorded anew. */
  divide(steps: number, why: string): void {
    const { model } = this.#particles;
    const { substeps, wanted, part } = divided(model, this.settings, ...this.#around.contact.busy);
    this.substeps = substeps;
    this.part = part;
    if (this.settings.substeps === 'auto' && substeps < wanted)
      this.#around.warn(
        `with contact between particles, springs this stiff may gain energy: they need ${wanted} substeps and have ${substeps}; set substeps, or make the springs softer, which looks the same`,
      );
    const { budget } = part.settings;
    const { inner = 1 } = this.solver(1).parameters;
    const most = Math.max(1, Math.floor(MAX_ITERATIONS / Number(inner)));
    this.#budget = budget === undefined ? undefined : new Budget(budget / substeps, most);
    this.costs = new Costs(steps);
    this.#outer = 0;
    for (const task of ['record', 'prepare', 'ties'] as const) this.#due.add(task, why);
  }

  learn(timing: Timing): void {
    if (timing.program !== 'step') return;
    this.#budget?.observe(timing.tag, timing.total / timing.times, timing.phases);
    this.costs.add(timing, this.substeps);
  }

  /** Records and prepares what is due, for steps of so many local steps. */
  ready(outer: number): void {
    const { machine } = this.#particles;
    const isDue = this.#due.take('record');
    if (isDue || outer !== this.#outer) this.#record(outer);
    const mustRenew = this.#due.take('renew');
    if (this.#due.take('prepare')) machine.run('prepare');
    else if (mustRenew) this.#renew(outer);
  }

  /** What a recording is made for: so many local steps, and bodies, contact and hands as they are now. */
  #context(outer: number): StageContext {
    const { contact, attachments, partakers } = this.#around;
    const told = this.part;
    const h = told.settings.integrate ? told.timestep : 0;
    const setting = this.settingWith(outer);
    return { model: this.#particles.model, contact, attachments, partakers: partakers(), told, setting, h };
  }

  #record(outer: number): void {
    const { machine, model } = this.#particles;
    const context = this.#context(outer);
    machine.reserve(stageScratch(context));
    const solve = this.part.method.record(context.setting);
    const recorded = { prepare: recordPreparation(context), step: recordStep(context, solve) };
    const { storage } = this;
    const { prepare, step } = storage.take(recorded, solve, this.solver(outer).id, machine.threads);
    if (storage.inBlocks) machine.reserve(ofPart('blocks', storage.inBlocks.memory));
    for (const warning of storage.warnings) this.#around.warn(warning);
    const tiles = storage.hasTiles ? putInTiles(model, step, () => hierarchyOf(model).levels) : undefined;
    if (tiles) machine.reserve(ofPart('tiles', tiles.memory));
    storage.inTiles = tiles;
    this.#reserveBound(prepare, step);
    machine.load('prepare', prepare);
    machine.load('step', tiles?.step ?? step);
    this.#outer = outer;
    this.#compileAhead(outer);
  }

  /** Buffers of the method that only some steps bind, as those in which springs settle after contact. */
  #reserveBound(...programs: readonly Program[]): void {
    const { model, machine } = this.#particles;
    machine.reserve(boundBy(scratchOf(model, this.part, this.#around.contact.isThere), ...programs));
  }

  #renew(outer: number): void {
    const { machine } = this.#particles;
    const renewal = recordRenewal(this.#context(outer));
    this.#reserveBound(renewal);
    machine.load('renew', this.storage.inBlocks?.followed(renewal) ?? renewal);
    machine.run('renew');
  }

  /** A GPU compiles the kernels that the first shot brings in with all others, so that the frame of the shot need not wait for them. */
  #compileAhead(outer: number): void {
    const { machine } = this.#particles;
    const { meetings } = this.#around.contact;
    if (!machine.gpu || !meetings.wait) return;
    meetings.wake(true, 0);
    const context = this.#context(outer);
    machine.load('step after a shot', recordStep(context, this.part.method.record(context.setting)));
    meetings.wake(false, 0);
  }
}
