/** What is looked at in every run, and what counts as a finding. */

import { LINES } from '../../engine/balance/rows.ts';
import {
  type BalanceLine,
  DEFAULT_METHOD,
  DEFAULTS,
  methodNamed,
  type Statistics,
  type World,
} from '../../engine/index.ts';
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

/** Energy out of nothing, by this share of what was there, is found: what iterations leave unsolved is some percent. */
const ENERGY = 0.1;

const DRIVEN: readonly BalanceLine[] = ['outside', 'wind', 'forces', 'hands', 'attachments'];

/** Sums in float32 over a world, relative to the largest of them. */
const ROUNDING = 1e-4;

/** Looks at a running world; remembers what was put in at the beginning. */
export class Watch {
  readonly #isDriven: boolean;
  readonly #gravity: number;
  readonly #isJudged: boolean;
  /** The lines of the balance that may give energy. */
  readonly #sources: readonly BalanceLine[];
  #first: Statistics['energy'] | undefined;
  #lightest = Number.POSITIVE_INFINITY;
  #fastest = 0;
  /** Joules that gravity can give while bodies fall as far as they are large. */
  #weight = 0;
  /** At the first look. */
  #settled: { energy: Statistics['energy']; balance: NonNullable<Statistics['balance']> } | undefined;

  constructor(watched: Case) {
    this.#isDriven = isDriven(watched);
    this.#isJudged = hasEnergy(watched);
    const moved =
      movesColliders(watched.scene) || watched.actions.some(({ do: name }) => name === 'moveCollider');
    this.#sources = [...DRIVEN, ...(moved ? (['colliders'] as const) : [])];
    const [x, y, z] = (watched.scene.gravity as number[] | undefined) ?? DEFAULTS.gravity;
    this.#gravity = Math.hypot(x, y, z);
  }

  async begin(world: World): Promise<void> {
    if (this.#isJudged) world.configure({ balance: true });
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
    this.#checkEnergy(statistics, step);
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
   * What is not put in does not come out: what the solve, contact and the like give in all is not more than a share of what was there
   * and of what wind, hands and their like put in. What begins inside a collider is lifted out of it, so it counts from the first look.
   */
  #checkEnergy({ energy, balance }: Statistics, step: number): void {
    if (!this.#isJudged || !balance) return;
    if (!this.#settled) this.#settled = { energy, balance };
    const { energy: first, balance: before } = this.#settled;
    const gave = (line: BalanceLine) => balance.work[line] - before.work[line];
    const putIn = this.#sources.reduce((sum, line) => sum + Math.abs(gave(line)), 0);
    const made = LINES.reduce((sum, line) => sum + (this.#sources.includes(line) ? 0 : gave(line)), 0);
    const elastic = (of: Statistics['energy']) => of.kinetic + of.spring + of.elements;
    const there = elastic(first) + Math.abs(energy.potential - first.potential) + this.#weight + putIn;
    const rounding = ROUNDING * (elastic(energy) + elastic(first) + Math.abs(first.potential));
    // Few iterations leave springs stretched, which counts and moves nothing: what moves has to be too much as well.
    if (made > ENERGY * there + rounding && energy.kinetic > (1 + ENERGY) * there + rounding)
      throw new Finding('energy', `${made} J came out of nothing, ${there} J were there`, step);
  }
}

/** Whether anything but gravity puts energy in: then the balance alone says what is too much. */
function isDriven({ scene, actions }: Case): boolean {
  const { wind, drags = [], attachments = [] } = scene;
  const isStill = (scene.solver as Fields | undefined)?.integrate === false;
  const lists = [drags, attachments, actions] as (readonly unknown[])[];
  return wind !== undefined || isStill || movesColliders(scene) || lists.some(({ length }) => length > 0);
}

const movesColliders = ({ colliders = [] }: Fields): boolean =>
  (colliders as Fields[]).some(({ motion }) => motion !== undefined);

/** Whether energy can be judged: springs that are rigid to the method store none, whatever the statistics say, nor do steps without time. */
function hasEnergy({ scene, actions }: Case): boolean {
  const { method = DEFAULT_METHOD.id, integrate = true } = (scene.solver ?? {}) as Fields;
  const isSet = actions.some(({ do: name }) => name === 'configure' || name === 'restore');
  return integrate === true && !isSet && methodNamed(String(method))?.isRigid !== true;
}
