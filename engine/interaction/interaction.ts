/**
 * Picking, dragging, cutting, shooting and wind in a running world. All calls take effect before the next
 * step; the same calls between the same steps give the same bits. Nothing here depends on input devices or rendering.
 */
import type { Machine } from '../backends/backend.ts';
import type { Vec3 } from '../body/body.ts';
import { InputError, number } from '../errors.ts';
import { ofPart } from '../memory.ts';
import type { Model } from '../model.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import type { Particles } from '../particles.ts';
import type { Resolved } from '../settings.ts';
import { isSpare, maySplit } from '../tearing/split/plan.ts';
import { plus, vec3 } from '../vector.ts';
import { checkGust, type Gust, Wind, type WindOptions, windMemory } from '../wind/wind.ts';
import { type Drag, type Script, scriptOf } from './drags.ts';
import { checkGrab, Grab, type GrabOptions } from './grab.ts';
import { Holds, holdMemory, holdRecord, inertiaOf, type Spring } from './holds.ts';
import {
  PICKED,
  type Pick,
  type PickOptions,
  pickMemory,
  pickOf,
  pickProgram,
  RAY,
  rayRecord,
} from './pick.ts';
import { checkRay, type Ray } from './ray.ts';

export interface InteractionOptions {
  /** Steady wind, and gusts at known times. Default: no air. */
  readonly wind?: WindOptions;
  /** Scripted drags at known times. Default none. */
  readonly drags?: readonly Drag[];
}

export const INTERACTION: FieldsOf<InteractionOptions> = { wind: true, drags: true };

/** A shot. */
export interface Shot {
  /** Initial position of the centre, metres. */
  readonly from: Vec3;
  /** Initial velocity, metres per second. */
  readonly velocity: Vec3;
}

const SHOT: FieldsOf<Shot> = { from: true, velocity: true };
const STROKE = { reach: true, goesOn: true } as const;

/** What a snapshot keeps of interaction. */
export interface InteractionState {
  readonly gusts: readonly Required<Gust>[];
  /** Balls shot so far. */
  readonly shots: number;
  /** Speed of the fastest of them, m/s; the number of parts of a step depends on it. Default 0. */
  readonly fastest?: number;
}

/** What interaction adds to a step. */
export interface Partakers {
  readonly wind: boolean;
  readonly holds: boolean;
  /** Whether the wind must look for holes. */
  readonly holes: boolean;
}

/** A grab, stored by the particle that was grabbed. */
interface Taken {
  readonly grab: Grab;
  readonly wasPinned: boolean;
  /** All particles that it holds by springs. */
  readonly pinched: readonly number[];
}

/** Default stiffness of a grab, N/m per kilogram of the body. */
const STIFFNESS_PER_MASS = 400;
/** Default reach of a cutting stroke, metres. At a greater reach float32 is too coarse for the size of a cloth. */
const STROKE_REACH = 100;

/** What interaction needs from the world. */
interface Surroundings {
  /** Simulated seconds. */
  readonly time: () => number;
  /** Settings of a part of a step. */
  readonly part: () => Resolved;
  /** Called with the number of balls that have been shot, and the speed of the fastest in m/s, when one is shot. */
  readonly shotsChanged: (shots: number, fastest: number) => void;
}

export class Interaction {
  readonly #particles: Particles;
  readonly #world: Surroundings;
  readonly #wind: Wind;
  readonly #scripts: readonly Script[];
  readonly #holds = new Holds();
  readonly #grabs = new Map<number, Taken>();
  /** Balls that can be shot, by id. */
  readonly #balls: readonly number[];
  #shots = 0;
  /** Speed of the fastest shot, m/s. */
  #fastest = 0;
  #canPick = false;
  #hasHolds = false;
  #hasWind = false;
  /** The wind record last written to the device, as a string; empty before the first. */
  #told = '';

  constructor(particles: Particles, options: InteractionOptions, world: Surroundings) {
    this.#particles = particles;
    this.#world = world;
    const { model } = particles;
    this.#wind = new Wind(options.wind);
    const { drags = [] } = options;
    if (!Array.isArray(drags)) throw new InputError('drags', drags, 'a list');
    this.#scripts = drags.map((drag, k) => scriptOf(model, drag, `drags[${k}]`));
    this.#balls = model.bodies
      .filter(({ isMagazine }) => isMagazine)
      .flatMap(({ first, count }) => Array.from({ length: count }, (_, k) => first + k));
  }

  /** Whether time passes in a step. */
  get #integrates(): boolean {
    return this.#world.part().settings.integrate;
  }

  get #machine(): Machine {
    return this.#particles.machine;
  }

  get #model(): Model {
    return this.#particles.model;
  }

  /**
   * The particle that a ray picks. Candidates are the particles it passes within 1.5 of their own radius: the one nearest to the
   * ray in the first layer it hits. Where there are none, the same among particles within the tolerance. The search runs on the
   * backend and resolves after what was enqueued before. Colliders do not hide particles.
   */
  async pick(ray: Ray, options: PickOptions = {}): Promise<Pick | undefined> {
    const record = rayRecord(ray, options);
    if (!this.#canPick) {
      this.#machine.reserve(ofPart('interaction', pickMemory(this.#model)));
      this.#machine.load('pick', pickProgram(this.#model));
      this.#canPick = true;
    }
    this.#machine.write(RAY, record);
    this.#machine.run('pick');
    return pickOf(this.#model, await this.#machine.read(...PICKED));
  }

  /**
   * Takes a particle in hand, which is at `position`, metres: give that of the pick. An earlier
   * grab of it ends. A spring grab pulls it by a force, solved with the cloth's own springs, so that no stiffness, mass or time step is unstable;
   * strong springs count as inertia in the statistics while it is held.
   */
  grab(id: number, position: Vec3, options: GrabOptions = {}): Grab {
    const place = vec3('grab.position', position);
    this.#particles.slot(id);
    if (isSpare(this.#model, id)) throw new InputError('grab.particle', id, 'a particle that is not a spare');
    const before = this.#grabs.get(id);
    const wasPinned = before?.wasPinned ?? this.#particles.isPinned(id);
    const asked = checkGrab('grab', options);
    // The mass of a particle that may split is only in the state.
    const isHard =
      wasPinned || this.#particles.isAttached(id) || !this.#integrates || maySplit(this.#model, id);
    const kind = isHard ? 'hard' : asked.kind;
    const bodyMass = this.#massAround(id);
    const { stiffness = STIFFNESS_PER_MASS * bodyMass, radius } = asked;
    const { damping = Math.sqrt(stiffness * bodyMass) } = asked;
    const pinched = kind === 'hard' ? [] : this.#around(id, radius, before?.pinched);
    this.#holds.demandRoom(pinched.length, [id, ...(before?.pinched ?? [])]);
    // All input is validated here. Only now does an earlier grab end.
    before?.grab.release();
    this.#takeFromOthers(id);
    const hand = {
      put: (held: number, to: Vec3) => this.#put(held, vec3('grab.position', to)),
      letGo: (held: number) => this.#letGo(held),
    };
    const grab = new Grab(hand, id, kind, place, asked.facing);
    if (kind === 'hard') {
      if (!wasPinned) this.#particles.inHand.add(id);
      this.#particles.pin(id, place);
    }
    const share = { stiffness: stiffness / pinched.length, damping: damping / pinched.length };
    for (const each of pinched) this.#hold(each, share, place);
    this.#grabs.set(id, { grab, wasPinned, pinched });
    return grab;
  }

  /** Removes the particle from a grab of another particle that holds it too. */
  #takeFromOthers(id: number): void {
    for (const [other, taken] of this.#grabs) {
      if (!taken.pinched.includes(id)) continue;
      this.#drop(id);
      this.#grabs.set(other, { ...taken, pinched: taken.pinched.filter((each) => each !== id) });
    }
  }

  /** The particle and those of its body that began within `radius` of it, are not pinned or attached, and are held by no other grab. */
  #around(id: number, radius: number, before: readonly number[] = []): number[] {
    const { bodies, positions } = this.#model;
    const { first, count } = bodies.find((body) => id < body.first + body.count)!;
    const distance = (other: number) =>
      Math.hypot(...[0, 1, 2].map((c) => positions[3 * other + c] - positions[3 * id + c]));
    const isFree = (other: number) =>
      !this.#particles.isPinned(other) &&
      !this.#particles.isAttached(other) &&
      (this.#holds.placeOf(other) < 0 || before.includes(other));
    return Array.from({ length: radius > 0 ? count : 0 }, (_, k) => first + k)
      .filter((other) => other !== id && distance(other) <= radius && isFree(other))
      .concat(id);
  }

  /** Mass of the body of a particle, kg. */
  #massAround(id: number): number {
    const { bodies, masses } = this.#model;
    const { first, count } = bodies.find((body) => id < body.first + body.count)!;
    return masses.subarray(first, first + count).reduce((sum, mass) => sum + mass, 0);
  }

  #hold(id: number, share: Spring, target: Vec3): void {
    const held = { id, slot: this.#particles.slot(id), mass: this.#model.masses[id], ...share };
    const place = this.#holds.add(held);
    if (!this.#hasHolds) {
      this.#machine.reserve(ofPart('interaction', holdMemory));
      this.#hasHolds = true;
      this.#particles.due.add('record', 'a hand holds by a spring');
    }
    this.#machine.write('held', [held.slot], place);
    this.#machine.write('holds', holdRecord(held, target), 8 * place);
    this.#particles.addInertia(held.id, inertiaOf(held, this.#world.part().timestep));
  }

  #put(id: number, position: Vec3): void {
    const pinched = this.#grabs.get(id)?.pinched ?? [];
    for (const each of pinched) this.#machine.write('holds', position, 8 * this.#holds.placeOf(each));
    if (pinched.length === 0) this.#particles.move(id, position);
  }

  #letGo(id: number): void {
    const { pinched = [], wasPinned = false } = this.#grabs.get(id) ?? {};
    this.#grabs.delete(id);
    this.#particles.inHand.delete(id);
    for (const each of pinched) this.#drop(each);
    if (pinched.length === 0 && !wasPinned) this.#particles.unpin(id);
  }

  /** Ends the holds of a grab by springs. */
  #drop(id: number): void {
    this.#machine.write('holds', [0], 8 * this.#holds.remove(id) + 4);
    this.#particles.addInertia(id, 0);
  }

  /** A spring's inertia depends on the time step. */
  timestepChanged(): void {
    for (const held of this.#holds.all)
      this.#particles.addInertia(held.id, inertiaOf(held, this.#world.part().timestep));
  }

  /**
   * Cuts the springs that cross the surface swept by a stroke: the rays of a pointer, in order, each of length `reach` (metres, default
   * 100). One ray sweeps nothing. A stroke may come in pieces: the first ray of a piece is the last of the piece before, and `goesOn` is
   * true for all but the first, so that cloth with `split` is parted along the whole stroke.
   */
  cutStroke(
    rays: readonly Ray[],
    options: { readonly reach?: number; readonly goesOn?: boolean } = {},
  ): void {
    demandFields('cutStroke', options, STROKE);
    const { reach = STROKE_REACH, goesOn = false } = options;
    if (!Array.isArray(rays)) throw new InputError('cutStroke.rays', rays, 'a list of rays');
    number('cutStroke.reach', reach, { above: 0, max: 1e6, unit: 'm' });
    const checked = rays.map((ray, k) => checkRay(`cutStroke.rays[${k}]`, ray));
    const endOf = ({ origin, direction }: Ray) => plus(origin, direction, reach);
    checked.slice(1).forEach((ray, k) => {
      const before = checked[k];
      const [from, to] = [endOf(before), endOf(ray)];
      const hasMoved = ray.origin.some((part, c) => part !== before.origin[c]);
      // Two rays with the same origin span a triangle; with different origins, as in a parallel projection, a quad.
      this.#particles.cutThrough(
        [before.origin, from, to, ...(hasMoved ? [ray.origin] : [])],
        goesOn || k > 0,
      );
    });
  }

  /** The balls of the world's magazines: how many there are, and how many have not been shot yet. */
  get magazine(): { readonly balls: number; readonly loaded: number } {
    const balls = this.#balls.length;
    return { balls, loaded: Math.max(0, balls - this.#shots) };
  }

  /** Shoots the next ball of the magazine and gives its id; once all have been shot, the one that was shot first. */
  shoot(shot: Shot): number {
    demandFields('shoot', shot, SHOT);
    const place = vec3('shoot.from', shot.from);
    const speed = vec3('shoot.velocity', shot.velocity);
    if (this.#balls.length === 0)
      throw new InputError('shoot', this.#balls.length, 'a world with a magazine() among its bodies');
    const id = this.#balls[this.#shots++ % this.#balls.length];
    this.#fastest = Math.max(this.#fastest, Math.hypot(...speed));
    this.#world.shotsChanged(this.#shots, this.#fastest);
    this.#particles.unpin(id);
    this.#particles.move(id, place);
    this.#machine.write('v', speed, 4 * this.#particles.slot(id));
    return id;
  }

  /** Adds a gust to the wind, from the next step on or from `start`. */
  gust(gust: Gust): void {
    this.#wind.add(checkGust('gust', gust, this.#world.time()));
  }

  /** The wind at the world's time, metres per second. */
  get wind(): Vec3 {
    return this.#wind.velocityAt(this.#world.time());
  }

  /** Whether each step up to that time must be enqueued on its own. */
  actsUntil(time: number): boolean {
    if (this.#wind.changesWithin(this.#world.time(), time)) return true;
    return this.#scripts.some(
      ({ id, from, to }) => from <= time && (to > this.#world.time() || this.#grabs.has(id)),
    );
  }

  /** Applies scripted drags and gusts of the step that ends at that time, before it is enqueued. */
  act(end: number): void {
    for (const script of this.#scripts) this.#play(script, end);
    this.#wind.passTo(this.#world.time());
    if (!this.#hasWind && !this.#wind.isThere) return;
    if (!this.#hasWind) {
      this.#machine.reserve(windMemory(this.#model));
      this.#hasWind = true;
      this.#particles.onHoles = () => this.#particles.due.add('record', 'the wind looks for holes');
      this.#particles.due.add('record', 'the wind blows');
    }
    const record = this.#wind.recordAt((this.#world.time() + end) / 2);
    if (this.#told === String(record)) return;
    this.#machine.write('wind', record);
    this.#told = String(record);
  }

  #play(script: Script, time: number): void {
    const { id, from, to, options } = script;
    const grab = this.#grabs.get(id)?.grab;
    if (time < from || time > to) {
      if (grab && time > to && this.#world.time() <= to) grab.release();
      return;
    }
    const position = script.positionAt(time);
    if (grab) grab.moveTo(position);
    else this.grab(id, position, options);
  }

  get partakers(): Partakers {
    return {
      wind: this.#hasWind && this.#integrates,
      holds: this.#hasHolds && this.#integrates,
      holes: this.#particles.mayHaveHoles,
    };
  }

  get interactionState(): InteractionState {
    return { gusts: [...this.#wind.gusts], shots: this.#shots, fastest: this.#fastest };
  }

  /** Checks a snapshot before the rest of it is written, so that a bad one changes nothing. */
  checkInteraction(state: InteractionState): void {
    const { gusts, shots, fastest = 0 } = state ?? {};
    number('snapshot.interaction.fastest', fastest, { min: 0, unit: 'm/s' });
    number('snapshot.interaction.shots', shots, { min: 0, integer: true });
    if (!Array.isArray(gusts)) throw new InputError('snapshot.interaction.gusts', gusts, 'a list of gusts');
    gusts.forEach((gust, k) => {
      checkGust(`snapshot.interaction.gusts[${k}]`, gust, 0);
    });
  }

  /** Ends all grabs. */
  restoreInteraction({ gusts, shots, fastest = 0 }: InteractionState): void {
    for (const { grab } of this.#grabs.values()) grab.forget();
    this.#grabs.clear();
    this.#particles.inHand.clear();
    this.#holds.clear();
    if (this.#hasHolds) this.#machine.write('holds', new Array(holdMemory.holds.length * 4).fill(0));
    this.#wind.gusts = gusts;
    this.#told = '';
    this.#shots = shots;
    this.#fastest = fastest;
    this.#world.shotsChanged(shots, fastest);
  }
}
