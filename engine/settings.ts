/** The settings of a world: method, time step, gravity, drag. Checked, with every default filled in. */
import { neededInBlocks } from './blocks/storage.ts';
import type { Vec3 } from './body/body.ts';
import { CALM, type Haste, longestFor, RIGID_RATE } from './contact/haste.ts';
import { allowedNumber, type Bounds, InputError, number, vector } from './errors.ts';
import { projectedSlots, recordProjection } from './forces/projection.ts';
import { LIMITS } from './limits.ts';
import { ofPart } from './memory.ts';
import { extentsOf } from './methods/auto/extent.ts';
import {
  DEFAULT_METHOD,
  findMethod,
  type MethodOptions,
  type MethodSettings,
  methodSettings,
  valuesOf,
} from './methods/index.ts';
import { type Method, type Setting, SPRINGS_ALONE } from './methods/method.ts';
import type { Model } from './model.ts';
import { demandFields, type FieldsOf } from './options.ts';
import type { MemoryPlan } from './program.ts';
import type { Statistics } from './statistics/statistics.ts';

export interface Settings {
  /** Default: `DEFAULT_METHOD`. With an `id`, what is left out is that method's own default; without, it is as it was. */
  readonly method?: MethodOptions;
  /** Seconds. Default 1/480: eight steps a frame at 60 Hz. */
  readonly timestep?: number;
  /**
   * Into how many equal parts a step is divided, each solved like a step; or `auto`, the default: one, but where particles meet
   * as many as make each 1/480 s or shorter, and where bodies with springs meet 5 √(m/k) or shorter (2.5 with methods whose springs
   * can't settle after contact), 2 √(m/k) where one body's particles are four times as heavy as another's; the more the smaller a
   * collider or ball is against the spacing of cloth, and the faster bodies come together; and as many as let no collider turn by more than 0.2 radians in each, as far as its motion says so; up to
   * 100. `world.substeps` says how many there are.
   */
  readonly substeps?: number | 'auto';
  /** m/s². Default [0, -9.81, 0]. */
  readonly gravity?: Vec3;
  /** Drag: the rate c of v' = -c v, 1/s. Default 0.5. */
  readonly damping?: number;
  /** Damping of stretch in proportion to stiffness: a dashpot of β times the stiffness beside every spring, β in s. Default 0. Of triangles and hinges with `mcg` only. */
  readonly stiffnessDamping?: number;
  /**
   * Against wrinkles: a low-pass filter of velocities over the neighbours of each particle. The rate at which the shortest waves decay, 1/s;
   * longer ones do so more slowly. Default 0.
   */
  readonly smoothing?: number;
  /**
   * Whether steps keep a balance of energy, which `statistics().balance` gives: how much wind, hands, contact, damping and the like put
   * in or took. A step takes longer with it; what it computes has the same bits. Default false.
   */
  readonly balance?: boolean;
  /**
   * Whether a world that gains energy which nothing put in is slowed down in that step; `statistics().limited` says how often that was.
   * A step takes as long as with a `balance`. Default false.
   */
  readonly limiter?: boolean;
}

export const SETTINGS: FieldsOf<Settings> = {
  ...{ method: true, timestep: true, substeps: true, gravity: true, damping: true, stiffnessDamping: true },
  ...{ smoothing: true, balance: true, limiter: true },
};

interface NumberSetting {
  readonly default: number;
  readonly bounds: Bounds;
  /** A sentence, for the schema of scenes. */
  readonly help: string;
}

/** Settings that are a number: their defaults, limits and fields of the scene all come from here. */
export const NUMBERS = {
  timestep: {
    default: 1 / 480,
    bounds: LIMITS.timestep,
    help: 'Length of one physics step, s. Default 1/480.',
  },
  damping: { default: 0.5, bounds: LIMITS.damping, help: "Drag: the rate c of v' = −c v, 1/s." },
  stiffnessDamping: {
    default: 0,
    bounds: LIMITS.stiffnessDamping,
    help: 'Damping in proportion to stiffness: a dashpot of this times the stiffness beside every spring, s.',
  },
  smoothing: {
    default: 0,
    bounds: { min: 0, max: 1e4, unit: '1/s' },
    help: 'Against wrinkles: velocities are blended with those of neighbours; the rate at which the shortest waves decay, 1/s.',
  },
} as const satisfies Readonly<Record<string, NumberSetting>>;

export type NumberSettings = { readonly [K in keyof typeof NUMBERS]: number };

const numberNames = Object.keys(NUMBERS) as (keyof NumberSettings)[];

/** A number for each of them. */
export const numbersFrom = (pick: (name: keyof NumberSettings) => number): NumberSettings =>
  Object.fromEntries(numberNames.map((name) => [name, pick(name)])) as NumberSettings;

/** Settings with nothing left out. */
export interface Resolved extends NumberSettings {
  readonly method: Method;
  readonly settings: MethodSettings;
  readonly substeps: number | 'auto';
  readonly gravity: readonly number[];
  readonly balance: boolean;
  readonly limiter: boolean;
  /** In the settings of a part: how many parts the step has. Default 1. */
  readonly parts?: number;
}

/** The settings of a world by default. */
export const DEFAULTS = {
  settings: methodSettings(DEFAULT_METHOD),
  substeps: 'auto',
  gravity: [0, -9.81, 0] as Vec3,
  balance: false,
  limiter: false,
  ...numbersFrom((name) => NUMBERS[name].default),
} as const;

/** As `resolve`, and refuses what is no setting. */
export function resolveSettings(given: Settings, old: Omit<Resolved, 'method'>): Resolved {
  demandFields('', given, SETTINGS);
  return resolve(given, old);
}

/** What is not given stays as it is; a method named by its id begins from its own defaults. */
export function resolve(given: Settings, old: Omit<Resolved, 'method'>): Resolved {
  const { gravity = old.gravity, substeps = old.substeps, balance = old.balance } = given;
  const { limiter = old.limiter } = given;
  for (const [name, value] of Object.entries({ balance, limiter }))
    if (typeof value !== 'boolean') throw new InputError(name, value, 'true or false');
  const numbers = numbersFrom((name) => number(name, given[name] ?? old[name], NUMBERS[name].bounds));
  const { stiffnessDamping } = numbers;
  const settings = methodSettings(given.method ?? {}, old.settings);
  const method = findMethod(settings.id);
  if (method.isRigid && stiffnessDamping > 0)
    throw new InputError(
      'stiffnessDamping',
      stiffnessDamping,
      `0 with ${method.id}, whose springs are rigid`,
    );
  return {
    method,
    settings,
    ...numbers,
    balance,
    limiter,
    substeps: substeps === 'auto' ? substeps : substepsOf(substeps),
    gravity: vector('gravity', gravity, 3, LIMITS.gravity),
  };
}

function substepsOf(substeps: number): number {
  if (typeof substeps !== 'number')
    throw new InputError('substeps', substeps, `"auto", or ${allowedNumber(LIMITS.substeps)}`);
  return number('substeps', substeps, LIMITS.substeps);
}

/** Seconds that a part of a step takes at most where particles meet: contact comes after the solve, and stretches what is fast. */
const LONGEST = 1 / 480;

/**
 * Contact sees particles alone, for a part of a step, as if springs let them go. What it moves them by they spring back from, so that
 * with k h² far above m it gives more energy than it takes. This is √(k h²/m) at most, and more where springs settle after it;
 * engine/contact/settling/README.md has measurements.
 */
const MOST_CELLS = 2.5;
const MOST_CELLS_SETTLING = 5;

/** Radians that a collider turns in a part at most: ways, bent seen from it, are taken for straight. */
const MOST_RADIANS = 0.2;

/** The most parts that `auto` divides a step into. */
const MOST_SUBSTEPS = 100;

/** What collides: nothing; particles with balls, which have no springs; or also particles of bodies with springs. */
export type Meeting = 'none' | 'balls' | 'bodies';

/** √(k/m) of the stiffest body, 1/s. */
const rateOf = (model: Model): number =>
  extentsOf(model).reduce((most, extent) => Math.max(most, extent.rate), 0);

/** Particles so many times as heavy as those they meet push them like a wall, twice as far as their like would; */
const HEAVY = 4;
/** then parts are shorter by this, and springs settle in all of them. */
const AMONG_HEAVY = 0.4;

function areUnequal(model: Model): boolean {
  const masses = extentsOf(model).map(({ mass }) => mass);
  return Math.max(...masses) > HEAVY * Math.min(...masses);
}

/** Seconds that a part may take. */
function longestPart(model: Model, { method, stiffnessDamping: b }: Resolved, meeting: Meeting): number {
  const isUnequal = areUnequal(model);
  if (meeting === 'balls' || (method.isRigid && !isUnequal)) return LONGEST;
  const rate = method.isRigid ? RIGID_RATE : rateOf(model);
  const equal = method.canSettle ? MOST_CELLS_SETTLING : MOST_CELLS;
  const most = isUnequal ? AMONG_HEAVY * equal : equal;
  // h² + β h ≤ (most/rate)²: damping adds β/h of the stiffness.
  const long = rate > 0 ? (Math.sqrt(b * b + ((2 * most) / rate) ** 2) - b) / 2 : LONGEST;
  return Math.min(LONGEST, long);
}

/** Whether springs settle after contact in steps of this length. */
export function settles(model: Model, told: Resolved, meeting: Meeting): boolean {
  const { method, settings, timestep: h, stiffnessDamping: b } = told;
  if (meeting !== 'bodies' || !method.canSettle || !settings.integrate) return false;
  return areUnequal(model) || rateOf(model) * Math.sqrt(h * h + b * h) > MOST_CELLS;
}

/**
 * Into how many parts a step is divided, how many there should be where bodies meet, and the settings of each: those of a shorter
 * step.
 */
export function divided(
  model: Model,
  told: Resolved,
  meeting: Meeting,
  haste: Haste = CALM,
): { substeps: number; wanted: number; part: Resolved } {
  const { timestep, settings } = told;
  const long = meeting === 'none' || !settings.integrate ? timestep : longestPart(model, told, meeting);
  // A step that is a rounding error longer is not worth two.
  const wanted = Math.max(1, Math.ceil(timestep / long - 1e-6));
  const automatic = Math.min(
    Math.max(wanted, settings.integrate ? partsFor(model, told, haste) : 1),
    MOST_SUBSTEPS,
  );
  const substeps = told.substeps === 'auto' ? automatic : told.substeps;
  return { substeps, wanted, part: { ...told, timestep: timestep / substeps, parts: substeps } };
}

/** A part that is longer by this much of a step than what small and fast things ask for is not worth another. */
const SLACK = 0.1;

/** Parts that colliders which turn, small things and fast ones ask for. */
function partsFor(
  model: Model,
  { method, timestep, stiffnessDamping, gravity }: Resolved,
  haste: Haste,
): number {
  const forTurns = (timestep * haste.turning) / MOST_RADIANS;
  const down = Math.hypot(...gravity);
  const lengths = extentsOf(model).map((extent) =>
    longestFor(haste, { ...extent, ...(method.isRigid && { rate: RIGID_RATE }) }, stiffnessDamping, down),
  );
  const forMeeting = timestep / Math.min(...lengths);
  return Math.ceil(Math.max(forTurns - 1e-6, forMeeting - SLACK));
}

/** What a method is handed to record its programs, with `outer` iterations where it has such. */
export function settingOf(model: Model, resolved: Resolved, contact: boolean, outer: number): Setting {
  const { method, settings, timestep: h } = resolved;
  const values = valuesOf(method, settings);
  return {
    ...SPRINGS_ALONE,
    added: (delta) => recordProjection(model, delta),
    addedTo: projectedSlots(model),
    model,
    h,
    inertia: settings.integrate ? 1 / (h * h) : 0,
    springs: isDamped(resolved) ? 'damped' : 'springs',
    stiffening: isDamped(resolved) ? 1 + resolved.stiffnessDamping / h : 1,
    contact,
    parts: resolved.parts,
    outerIsOfPart: settings.budget !== undefined,
    values: 'outer' in values ? { ...values, outer } : values,
  };
}

/** Whether steps look at energies. */
export const keepsBalance = ({ balance, limiter }: Resolved): boolean => balance || limiter;

/** Whether springs are damped: where no time passes, nothing is. */
export const isDamped = ({ stiffnessDamping, settings }: Resolved): boolean =>
  stiffnessDamping > 0 && settings.integrate;

/** The buffers of the method with these settings. */
export const scratchOf = (model: Model, resolved: Resolved, contact: boolean): MemoryPlan =>
  ofPart('method', resolved.method.scratch(plannedFor(model, resolved, contact)));

/** Those of them that steps need in blocks or in rows: what else a recorded program binds is reserved with it. */
export function neededScratch(
  model: Model,
  resolved: Resolved,
  contact: boolean,
  hasBlocks: boolean,
): MemoryPlan {
  const plan = scratchOf(model, resolved, contact);
  if (!hasBlocks) return plan;
  return neededInBlocks({ method: resolved.method, setting: plannedFor(model, resolved, contact) }, plan);
}

const plannedFor = (model: Model, resolved: Resolved, contact: boolean): Setting =>
  settingOf(model, resolved, contact, resolved.settings.outer ?? 1);

/** The method that solves a step: the one in the settings, or the one that it chose. */
export function solverOf({ method }: Resolved, setting: Setting): Statistics['solver'] {
  const choice = method.choose?.(setting);
  if (!choice) return { id: method.id, parameters: setting.values };
  return { id: choice.method.id, parameters: choice.values, why: choice.why };
}
