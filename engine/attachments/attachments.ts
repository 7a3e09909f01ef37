/** The attachments of a world, their buffers, and their part in a step. README.md. */

import type { Machine } from '../backends/backend.ts';
import type { Vec3 } from '../body/body.ts';
import { RECORD as COLLIDER } from '../contact/collide.ts';
import type { PlacedCollider } from '../contact/collider.ts';
import { InputError, number, vector } from '../errors.ts';
import { recordPulls } from '../forces/projection.ts';
import { blocksIn } from '../kernel.ts';
import { LIMITS } from '../limits.ts';
import { ofPart } from '../memory.ts';
import type { Setting } from '../methods/method.ts';
import type { Model } from '../model.ts';
import { WITHIN } from '../motion/sound.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import type { Resolved } from '../settings.ts';
import { isSpare } from '../tearing/split/plan.ts';
import { type Attached, type Attachment, attach, type Made } from './attachment.ts';
import { carry } from './carry.ts';
import { lead } from './lead.ts';
import { isSameMove, type Modes, type Moving, modesOf } from './modes.ts';
import { pull } from './pull.ts';
import { pullSums } from './pull-sums.ts';
import { KIND, TIE } from './rail.ts';
import { slide } from './slide.ts';
import { TRAVEL } from './travel.ts';

/** Greatest number of movers, and of all their numbers φ: 64 MiB. */
const MOST_MOVERS = 512;
const MOST_MODES = 2 ** 24;

/** Stiffness of the springs in position based dynamics, in units of a particle's m/h²: so stiff that a body follows as one. */
const RIGID = 1000;

/** An empty buffer in place of `colliders` in a world without colliders. */
const NO_COLLIDERS = 'noColliders';

export class Attachments {
  readonly #model: Model;
  #list: readonly Attached[] = [];
  #isPinned: (id: number) => boolean = () => false;
  #isAttached = new Set<number>();
  #rails: number[] = [];
  /** Index in `rails` where the chains begin. */
  #chain = 0;
  /** The input of the modes: movers, bound particles, stiffness. */
  #moving: Moving | undefined;
  /** The modes, without the masses that grabs add. */
  #free: Modes | undefined;
  /** The numbers that the recorded step depends on. */
  #loaded = '';

  constructor(model: Model) {
    this.#model = model;
  }

  /** In the order they were made. */
  get list(): readonly Attached[] {
    return this.#list;
  }

  /** All attached particles, both ends of welds included. */
  get ids(): number[] {
    return this.#list.flatMap(({ particle, other }) =>
      other === undefined ? [particle] : [particle, other],
    );
  }

  set(list: readonly Attached[]): void {
    const movers = list.filter(({ kind }) => kind !== 'fixed').length;
    const most = Math.min(MOST_MOVERS, Math.floor(MOST_MODES / this.#model.particles));
    if (movers > most)
      throw new InputError('attachments', movers, `at most ${most} particles that slide or are welded`);
    this.#list = list;
    this.#isAttached = new Set(this.ids);
  }

  /** Attaches particles, given their current positions; returns the particles to be moved, with their new positions. */
  add(
    path: string,
    attachment: Attachment,
    positions: Float64Array,
    colliders: readonly PlacedCollider[],
  ): Made {
    const model = this.#model;
    const made = attach(path, attachment, {
      particles: model.particles,
      colliders,
      isAttached: (id) => this.#isAttached.has(id),
      isSpare: (id) => isSpare(model, id),
      at: (id) => [positions[3 * id], positions[3 * id + 1], positions[3 * id + 2]],
    });
    this.set([...this.#list, ...made.attached]);
    return made;
  }

  /** Releases the attachments with a name, or those of particles. */
  remove(which: string | readonly number[]): void {
    const gone = new Set(this.#named(which));
    this.set(this.#list.filter((each) => !gone.has(each)));
  }

  #named(which: string | readonly number[]): readonly Attached[] {
    if (typeof which === 'string') {
      const found = this.#list.filter(({ name }) => name === which);
      if (found.length > 0) return found;
      const names = [...new Set(this.#list.flatMap(({ name }) => name ?? []))];
      throw new InputError(
        'release',
        which,
        names.join(', ') || 'a list of particles; no attachment has a name',
      );
    }
    if (!Array.isArray(which)) throw new InputError('release', which, 'a name or a list of particles');
    const ids = new Set(this.ids);
    which.forEach((id, k) => {
      if (!ids.has(id)) throw new InputError(`release[${k}]`, id, 'a particle that is attached');
    });
    return this.#list.filter(({ particle, other }) => which.includes(particle) || which.includes(other!));
  }

  /** Refuses what `set` can't take from a snapshot. */
  check(list: readonly Attached[], colliders: number): void {
    if (!Array.isArray(list)) throw new InputError('snapshot.attachments', list, 'a list');
    const range = { min: 0, max: this.#model.particles - 1, integer: true };
    list.forEach((each: Attached, k) => {
      const path = `snapshot.attachments[${k}]`;
      if (!Object.hasOwn(KIND, each?.kind))
        throw new InputError(`${path}.kind`, each?.kind, Object.keys(KIND).join(', '));
      number(`${path}.particle`, each.particle, range);
      if (each.kind === 'weld') number(`${path}.other`, each.other, range);
      if (each.kind === 'fixed' || each.kind === 'weld') vector(`${path}.place`, each.place, 3, WITHIN);
      else if (!Array.isArray(each.points) || each.points.length < 2)
        throw new InputError(`${path}.points`, each.points, 'two points or more');
      for (const [p, point] of (each.points ?? []).entries())
        vector(`${path}.points[${p}]`, point, 3, WITHIN);
      number(`${path}.friction`, each.friction ?? 0, LIMITS.friction);
      if (each.chain) number(`${path}.chain.spacing`, each.chain.spacing, { min: 0 });
      for (const [p, id] of (each.chain?.particles ?? []).entries())
        number(`${path}.chain.particles[${p}]`, id, range);
      if (each.collider !== undefined || each.kind === 'fixed')
        number(`${path}.collider`, each.collider, { min: 0, max: colliders - 1, integer: true });
    });
  }

  /** The attachments with movers first, the order that kernels expect. */
  get #inOrder(): readonly Attached[] {
    return [
      ...this.#list.filter((each) => this.#moves(each)),
      ...this.#list.filter((each) => !this.#moves(each)),
    ];
  }

  /** Whether an attachment is a mover; one that is pinned on its rail is not. */
  #moves = ({ kind, particle, other }: Attached): boolean =>
    kind !== 'fixed' && !this.#isPinned(particle) && !(other !== undefined && this.#isPinned(other));

  get #movers(): readonly Attached[] {
    return this.#list.filter(this.#moves);
  }

  /** The links of all chains: the mover or -1, the particle, the least distance from the previous link. */
  get #links(): readonly (readonly [mover: number, particle: number, least: number])[] {
    const moverOf = new Map(this.#movers.map(({ particle }, m) => [particle, m]));
    const chains = new Set(this.#list.flatMap(({ chain }) => chain ?? []));
    return [...chains].flatMap(({ spacing, particles }) => {
      const there = particles.filter((id) => this.#isPinned(id) || this.#isAttached.has(id));
      return there.map((id, k) => [moverOf.get(id) ?? -1, id, k > 0 ? spacing : 0] as const);
    });
  }

  /** Buffers grow by doubling, under new names. */
  get #buffers() {
    const movers = doubled(this.#movers.length);
    return {
      ties: `ties${doubled(this.#list.length)}`,
      rails: `rails${doubled(this.#rails.length / 4)}`,
      modes: `modes${movers}`,
      modePulls: `modePulls${movers}`,
      coupling: `coupling${movers}`,
      travel: `travel${movers}`,
    };
  }

  get #memory(): MemoryPlan {
    const { particles } = this.#model;
    const { ties, rails, modes, modePulls, coupling, travel } = this.#buffers;
    const size = (name: string) => Number(name.replace(/\D+/, ''));
    const vectors = { role: 'scratch', element: 'vec4' } as const;
    // Written by `load` and `weigh`.
    const told = { role: 'prepared', element: 'vec4' } as const;
    const reals = { role: 'prepared', element: 'real' } as const;
    const movers = size(modes);
    return {
      [ties]: { ...told, domain: 'ties', length: TIE * size(ties) },
      [rails]: { ...told, domain: 'rails', length: size(rails) },
      [travel]: { ...vectors, domain: 'travel', length: TRAVEL * movers },
      [NO_COLLIDERS]: { ...vectors, role: 'constant', domain: 'colliders', length: COLLIDER },
      ...(this.#movers.length > 0 && {
        pulls: { ...vectors, domain: 'particles', length: particles },
        wishes: { ...vectors, domain: 'particles', length: particles },
        [modes]: { ...reals, domain: 'modes', length: movers * particles },
        [modePulls]: { ...vectors, domain: 'modeBlocks', length: movers * blocksIn(particles) },
        [coupling]: { ...reals, domain: 'coupling', length: 2 * movers ** 2 },
      }),
    };
  }

  /**
   * Writes the buffers of the kernels. Returns whether a recorded step is out of date. `isTorn`: springs of any
   * body may be torn; only the state on the backend holds which. `added` as in `weigh`.
   */
  load(
    machine: Machine,
    resolved: Resolved,
    setting: Setting,
    isPinned: (id: number) => boolean,
    isTorn: boolean,
    added: ReadonlyMap<number, number>,
  ): boolean {
    this.#isPinned = isPinned;
    const starts = this.#layRails();
    if (this.#list.length > 0) this.#write(machine, resolved, setting, isTorn, starts);
    else this.#moving = undefined;
    this.weigh(machine, added);
    const { length } = this.#list;
    const now = [
      length,
      this.#movers.length,
      this.#links.length,
      this.#chain,
      ...Object.values(this.#buffers),
    ];
    const isOutdated = now.join() !== this.#loaded;
    this.#loaded = now.join();
    return isOutdated;
  }

  /** Writes the modes. `added`: the masses that grabs add to particles, by id, kg. */
  weigh(machine: Machine, added: ReadonlyMap<number, number>): void {
    if (!this.#moving || !this.#free) return;
    const bySlot = new Map([...added].map(([id, mass]) => [this.#model.slotOf[id], mass]));
    const held = { added: bySlot, free: this.#free };
    const { modes, coupling } = added.size > 0 ? modesOf(this.#model, this.#moving, held) : this.#free;
    machine.write(this.#buffers.modes, modes);
    machine.write(this.#buffers.coupling, coupling);
  }

  /** Points of all rails and planes, then the chains; returns where each begins. */
  #layRails(): ReadonlyMap<readonly Vec3[], number> {
    const starts = new Map<readonly Vec3[], number>();
    this.#rails = [];
    for (const { points } of this.#list) {
      if (!points || starts.has(points)) continue;
      starts.set(points, this.#rails.length / 4);
      for (const point of points) this.#rails.push(...point, 0);
    }
    this.#chain = this.#rails.length / 4;
    const { slotOf } = this.#model;
    for (const [mover, particle, least] of this.#links) this.#rails.push(mover, slotOf[particle], least, 0);
    return starts;
  }

  #write(
    machine: Machine,
    resolved: Resolved,
    setting: Setting,
    isTorn: boolean,
    starts: ReadonlyMap<readonly Vec3[], number>,
  ): void {
    const isPinned = this.#isPinned;
    const { slotOf } = this.#model;
    machine.reserve(ofPart('attachments', this.#memory));
    const buffers = this.#buffers;
    const ties = this.#inOrder.flatMap((each) => {
      const {
        particle,
        other = particle,
        kind,
        collider = -1,
        points,
        friction = 0,
        place = [0, 0, 0],
      } = each;
      const first = points ? starts.get(points)! : 0;
      const still = Number(isPinned(particle)) + 2 * Number(each.other !== undefined && isPinned(other));
      return [
        ...[slotOf[particle], slotOf[other], KIND[kind], collider + 1],
        ...[first, points?.length ?? 0, still, friction],
        ...[...place, 0],
      ];
    });
    machine.write(buffers.ties, ties);
    if (this.#rails.length > 0) machine.write(buffers.rails, this.#rails);
    if (this.#movers.length === 0) this.#moving = undefined;
    else this.#follow(resolved, setting, isTorn);
  }

  /** Makes the modes again where their input has changed. Balls of a magazine have no springs and do not count. */
  #follow(resolved: Resolved, setting: Setting, isTorn: boolean): void {
    const { slotOf, particles, balls } = this.#model;
    const isBound = new Uint8Array(particles);
    for (let id = 0; id < particles; id++) if (this.#isPinned(id)) isBound[slotOf[id]] = 1;
    for (const slot of balls) isBound[slot] = 0;
    for (const id of this.ids) isBound[slotOf[id]] = 1;
    const movers = this.#movers.map(({ particle, other }) =>
      [particle, ...(other === undefined ? [] : [other])].map((id) => slotOf[id]),
    );
    const { inertia, stiffening } = setting;
    const stiffness = { inertia, stiffening, rigid: this.#rigid(resolved, setting) };
    // A weld in position based dynamics moves as its springs dictate, and the iterations of the next step follow.
    const isAlone = this.#movers.map(({ particle, other = particle }) => {
      const mayTear = isTorn || this.#tears(particle) || this.#tears(other);
      return mayTear || (resolved.method.isRigid === true && other !== particle);
    });
    const moving = { movers, isBound, stiffness, isAlone };
    if (!this.#moving || !isSameMove(this.#moving, moving)) this.#free = modesOf(this.#model, moving);
    this.#moving = moving;
  }

  /** Whether the body of a particle tears by itself. */
  #tears(id: number): boolean {
    const { bodies, strengths } = this.#model;
    const { springs } = bodies.find(({ first, count }) => id < first + count)!;
    return strengths?.subarray(...springs).some((strength) => strength > 0) ?? false;
  }

  /** N/m for every spring, where the method treats springs as rigid; else 0. */
  #rigid({ method }: Resolved, { inertia }: Setting): number {
    if (!method.isRigid) return 0;
    const { masses, particles } = this.#model;
    return (RIGID * (inertia || 1) * masses.reduce((sum, mass) => sum + mass, 0)) / particles;
  }

  /** Records `lead`, which runs after `predict`. */
  recordLead({ settings, timestep: h, gravity, damping }: Resolved, hasColliders: boolean): Program {
    if (this.#list.length === 0) return [];
    const [gx, gy, gz] = gravity;
    const scalars = settings.integrate
      ? { h, rate: 1 / h, gx, gy, gz, damping }
      : { h: 0, rate: 0, gx: 0, gy: 0, gz: 0, damping: 0 };
    const { ties, rails, travel } = this.#buffers;
    return [
      call(lead, {
        phase: 'predict',
        range: [0, this.#list.length],
        bind: { ties, rails, travel, colliders: hasColliders ? 'colliders' : NO_COLLIDERS },
        scalars: { ...scalars, movers: this.#movers.length },
      }),
    ];
  }

  /** Whether any particle slides or is welded. */
  get slides(): boolean {
    return this.#movers.length > 0;
  }

  /** Records the slide, which runs after the solve has left its correction in `delta`. */
  recordSlide(resolved: Resolved, setting: Setting, delta: string, hasColliders: boolean): Program {
    const movers = this.#movers.length;
    if (movers === 0) return [];
    const { particles, neighbours } = this.#model;
    const { ties, rails, modes, modePulls, coupling, travel } = this.#buffers;
    const { inertia, springs } = setting;
    const everyone = { phase: 'finish', range: [0, particles] } as const;
    const blocks = blocksIn(particles);
    return [
      call(pull, {
        ...everyone,
        bind: { delta, springs },
        scalars: { entries: neighbours.length, inertia, tension: resolved.method.isRigid ? 0 : 1 },
      }),
      ...recordPulls(this.#model, delta, 'pulls'),
      call(pullSums, {
        phase: 'finish',
        range: [0, movers * blocks],
        bind: { modes, modePulls },
        scalars: { count: particles, blocks },
      }),
      call(slide, {
        phase: 'finish',
        range: [0, 1],
        bind: {
          ties,
          rails,
          modePulls,
          coupling,
          travel,
          colliders: hasColliders ? 'colliders' : NO_COLLIDERS,
        },
        scalars: {
          movers,
          blocks,
          chain: this.#chain,
          links: this.#links.length,
          eager: resolved.method.isRigid ? 1 : 0,
        },
      }),
      call(carry, { ...everyone, bind: { delta, modes, travel }, scalars: { count: particles, movers } }),
    ];
  }
}

const doubled = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(4, count)));
