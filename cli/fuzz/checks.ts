/** What is looked at in every run, and what counts as a finding. */
import { DEFAULTS, type Statistics, type World } from '../../engine/index.ts';
import type { Case } from './case.ts';
import type { Fields } from './scene.ts';

/** What went wrong, by kind: a shrunken case must show the same kind. */
export const FINDINGS = [
  'nan',
  'fault',
  'speed',
  'energy',
  'crash',
  'hang',
  'slow',
  'memory',
  'hash',
  'restore',
  'reference',
  'webgpu',
] as const;
export type FindingKind = (typeof FINDINGS)[number];

export class Finding extends Error {
  override readonly name = 'Finding';
  constructor(
    readonly kind: FindingKind,
    message: string,
    /** Steps that were done when it was seen. */
    readonly step: number,
  ) {
    super(message);
  }
}

/** Bytes that a world may hold: a base of kernels, tables and room, and so much a particle. */
const MEMORY = { base: 48e6, particle: 40e3 } as const;

export function checkMemory(world: World, step: number): void {
  const { allocated } = world.memory();
  const allowed = MEMORY.base + MEMORY.particle * world.model.particles;
  if (allocated > allowed)
    throw new Finding('memory', `${allocated} bytes for ${world.model.particles} particles`, step);
}

/** Speeds above what was put in by this factor, and by so many m/s, are found. */
const SPEED = { factor: 20, beside: 200 } as const;

/** Energy above what was there, by this share of it, is found. */
const ENERGY = 0.01;

/** Sums in float32 over a world, relative to the largest of them. */
const ROUNDING = 1e-4;

/** Looks at a running world; remembers what was put in at the beginning. */
export class Watch {
  readonly #isDriven: boolean;
  readonly #gravity: number;
  #first: Statistics['energy'] | undefined;
  #lightest = Number.POSITIVE_INFINITY;
  #fastest = 0;
  /** Joules that gravity can give while bodies fall as far as they are large. */
  #weight = 0;
  #isSettled = false;

  constructor(watched: Case) {
    this.#isDriven = isDriven(watched);
    const [x, y, z] = (watched.scene.gravity as number[] | undefined) ?? DEFAULTS.gravity;
    this.#gravity = Math.hypot(x, y, z);
  }

  async begin(world: World): Promise<void> {
    const { masses, velocities } = world.model;
    for (const mass of masses) this.#lightest = Math.min(this.#lightest, mass);
    for (let k = 0; k < velocities.length; k += 3)
      this.#fastest = Math.max(
        this.#fastest,
        Math.hypot(velocities[k], velocities[k + 1], velocities[k + 2]),
      );
    this.#first = (await world.statistics()).energy;
    const { positions } = world.model;
    const [low, high] = [Math.min, Math.max].map((of) =>
      positions.reduce((most, value) => of(most, value), 0),
    );
    this.#weight = masses.reduce((sum, mass) => sum + mass, 0) * this.#gravity * (high - low);
  }

  async look(world: World, step: number): Promise<void> {
    const size = 3 * world.model.particles;
    const [statistics, { positions, velocities }] = await Promise.all([
      world.statistics(),
      world.read({ positions: new Float64Array(size), velocities: new Float64Array(size) }),
    ]);
    for (const [name, values] of Object.entries({ positions, velocities })) {
      const at = values.findIndex((value) => !Number.isFinite(value));
      if (at >= 0) throw new Finding('nan', `${name}[${at}] is ${values[at]}`, step);
    }
    if (statistics.faults > 0)
      throw new Finding('fault', `${statistics.faults} particles were put back`, step);
    this.#checkSpeed(world, velocities, step);
    this.#checkEnergy(statistics.energy, step);
    checkMemory(world, step);
  }

  #checkSpeed(world: World, velocities: Float64Array, step: number): void {
    const { spring, elements } = this.#first!;
    const stored = Math.sqrt((2 * (spring + elements)) / this.#lightest);
    const fallen = 1e2 * world.time;
    const allowed = SPEED.factor * (this.#fastest + stored + fallen) + SPEED.beside;
    for (let k = 0; k < velocities.length && !this.#isDriven; k += 3) {
      const speed = Math.hypot(velocities[k], velocities[k + 1], velocities[k + 2]);
      if (speed > allowed)
        throw new Finding('speed', `particle ${k / 3} has ${speed} m/s, more than ${allowed}`, step);
    }
  }

  /**
   * What is not put in does not come out: kinetic, elastic and potential energy together never grow. What begins inside a collider is
   * lifted out of it, so the first look says from where it counts.
   */
  #checkEnergy(energy: Statistics['energy'], step: number): void {
    if (this.#isDriven) return;
    if (!this.#isSettled) this.#first = energy;
    this.#isSettled = true;
    const first = this.#first!;
    const moved = Math.abs(energy.potential - first.potential);
    const elastic = (of: Statistics['energy']) => of.kinetic + of.spring + of.elements;
    const gained = elastic(energy) + energy.potential - elastic(first) - first.potential;
    const there = elastic(first) + moved + this.#weight;
    const rounding = ROUNDING * (elastic(energy) + elastic(first) + Math.abs(first.potential));
    if (gained > ENERGY * there + rounding)
      throw new Finding('energy', `${gained} J came out of nothing, ${there} J were there`, step);
  }
}

/** Whether anything but gravity puts energy in: then it is in the balance alone what is too much. */
function isDriven({ scene, actions }: Case): boolean {
  const { wind, drags = [], colliders = [], solver, attachments = [] } = scene;
  const moves = (colliders as Fields[]).some(({ motion }) => motion !== undefined);
  const isStill = (solver as Fields | undefined)?.integrate === false;
  const isHeld = (attachments as Json[]).length > 0;
  return (
    wind !== undefined || (drags as Json[]).length > 0 || moves || isStill || isHeld || actions.length > 0
  );
}

type Json = unknown;
