/** Wind: a steady velocity, and gusts that come and go, each a function of time alone. */
import type { Vec3 } from '../body/body.ts';
import { type Bounds, InputError, number } from '../errors.ts';
import { ofPart } from '../memory.ts';
import type { Model } from '../model.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import { cornerMemory, recordLeft } from '../surface/surface.ts';
import { plus, unit, vec3 } from '../vector.ts';
import { blow } from './blow.ts';

/** How strong a gust is over its time, τ from 0 to 1. */
const ENVELOPES = {
  /** sin² πτ: rises and falls smoothly. */
  smooth: (t: number) => Math.sin(Math.PI * t) ** 2,
  /** 1 all the time. */
  sudden: () => 1,
  /** (1 − τ)²: full at once, then falling to 0. */
  fading: (t: number) => (1 - t) ** 2,
} as const;
export type GustEnvelope = keyof typeof ENVELOPES;
export const GUST_ENVELOPES = Object.keys(ENVELOPES) as readonly GustEnvelope[];

export interface Gust {
  /** Direction in which the air moves, of any length but 0. */
  readonly direction: Vec3;
  /** Peak speed of the air, metres per second. */
  readonly strength: number;
  /** Seconds. Default 1. */
  readonly duration?: number;
  /** `smooth` is sin² πτ, `sudden` is constant, `fading` is (1 − τ)². Default `smooth`. */
  readonly envelope?: GustEnvelope;
  /** When it begins, seconds of the world's time. Default: with the next step; in a world's `wind`, 0. */
  readonly start?: number;
}

export interface WindOptions {
  /** Of the steady wind, metres per second. Default [0, 0, 0]: none, and where there is no gust either, no air. */
  readonly velocity?: Vec3;
  /** Of the air, kg/m³. Default 1.2. */
  readonly density?: number;
  /** Default none. */
  readonly gusts?: readonly Gust[];
}

const GUST: FieldsOf<Gust> = { direction: true, strength: true, duration: true, envelope: true, start: true };
const WIND: FieldsOf<WindOptions> = { velocity: true, density: true, gusts: true };

export const WIND_DEFAULTS = { density: 1.2, duration: 1, envelope: 'smooth' } as const;
export const WIND_LIMITS = {
  /** Of the wind along each axis, and of a gust. */
  speed: { min: 0, max: 1000, unit: 'm/s' },
  density: { above: 0, max: 1e5, unit: 'kg/m³' },
  duration: { above: 0, max: 1e6, unit: 's' },
  start: { min: 0, max: 1e9, unit: 's' },
} as const satisfies Record<string, Bounds>;

export class Wind {
  readonly #steady: Vec3;
  readonly #density: number;
  #gusts: Required<Gust>[] = [];

  constructor(options: WindOptions = {}) {
    demandFields('wind', options, WIND);
    const { velocity = [0, 0, 0], density = WIND_DEFAULTS.density, gusts = [] } = options;
    const { max } = WIND_LIMITS.speed;
    this.#steady = vec3('wind.velocity', velocity);
    for (const [k, part] of velocity.entries())
      number(`wind.velocity[${k}]`, part, { ...WIND_LIMITS.speed, min: -max });
    this.#density = number('wind.density', density, WIND_LIMITS.density);
    if (!Array.isArray(gusts)) throw new InputError('wind.gusts', gusts, 'a list of gusts');
    this.gusts = gusts.map((gust, k) => checkGust(`wind.gusts[${k}]`, gust, 0));
  }

  get gusts(): readonly Required<Gust>[] {
    return this.#gusts;
  }

  set gusts(gusts: readonly Required<Gust>[]) {
    this.#gusts = [...gusts];
  }

  add(gust: Required<Gust>): void {
    this.#gusts.push(gust);
  }

  /** Removes gusts that are over by `time`. Going back in time restores them from a snapshot. */
  passTo(time: number): void {
    const isOver = ({ start, duration }: Required<Gust>) => start + duration <= time;
    if (this.#gusts.some(isOver)) this.#gusts = this.#gusts.filter((gust) => !isOver(gust));
  }

  /** Whether air moves or will. */
  get isThere(): boolean {
    return this.#gusts.length > 0 || this.#steady.some((part) => part !== 0);
  }

  /** Whether a gust blows at some time between two. */
  changesWithin(from: number, to: number): boolean {
    return this.#gusts.some(({ start, duration }) => start < to && start + duration > from);
  }

  /** Metres per second. */
  velocityAt(time: number): Vec3 {
    return this.#gusts.reduce((sum, { start, duration, direction, strength, envelope }) => {
      const share = (time - start) / duration;
      const isOn = share >= 0 && share < 1;
      return isOn ? plus(sum, direction, strength * ENVELOPES[envelope](share)) : sum;
    }, this.#steady);
  }

  /** What `blow` reads: velocity and density, the latter 0 where the air does not move. */
  recordAt(time: number): number[] {
    const velocity = this.velocityAt(time);
    return [...velocity, velocity.some((part) => part !== 0) ? this.#density : 0];
  }
}

/** The gust with nothing left out and a direction of length 1. */
export function checkGust(path: string, gust: Gust, now: number): Required<Gust> {
  demandFields(path, gust, GUST);
  const { duration = WIND_DEFAULTS.duration, envelope = WIND_DEFAULTS.envelope, start = now } = gust;
  if (typeof envelope !== 'string' || !Object.hasOwn(ENVELOPES, envelope))
    throw new InputError(`${path}.envelope`, envelope, `one of ${GUST_ENVELOPES.join(', ')}`);
  return {
    direction: unit(`${path}.direction`, gust.direction),
    strength: number(`${path}.strength`, gust.strength, WIND_LIMITS.speed),
    duration: number(`${path}.duration`, duration, WIND_LIMITS.duration),
    envelope,
    start: number(`${path}.start`, start, WIND_LIMITS.start),
  };
}

export function windMemory(model: Model): MemoryPlan {
  return ofPart('blow', {
    ...cornerMemory(model),
    wind: { role: 'prepared', element: 'vec4', domain: 'one', length: 1 },
    discs: {
      role: 'constant',
      element: 'real',
      domain: 'particles',
      length: model.particles,
      initial: discsOf(model),
    },
  });
}

/** By slot, the area that a particle without triangles in its body shows the wind, m². */
function discsOf({ particles, bodies, radii, slotOf }: Model): Float64Array {
  const discs = new Float64Array(particles);
  for (const { first, count, triangles } of bodies) {
    if (triangles[1] > triangles[0]) continue;
    for (let id = first; id < first + count; id++) discs[slotOf[id]] = Math.PI * radii[id] ** 2;
  }
  return discs;
}

/** Before `predict`. A surface with holes is looked at anew: what hangs on torn springs catches no wind. */
export function recordWind(model: Model, h: number, hasHoles: boolean): Program {
  const { particles, triangles } = model;
  const phase = 'predict';
  const range = [0, particles] as const;
  const isTorn = hasHoles && triangles.length > 0;
  return [
    ...(isTorn ? recordLeft(model, phase) : []),
    call(blow, {
      phase,
      range,
      bind: { corners: isTorn ? 'remaining' : 'corners' },
      scalars: { h },
    }),
  ];
}
