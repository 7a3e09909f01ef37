/** Friction and restitution of materials, and of pairs of them. */
import { InputError, number } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { demandFields, type FieldsOf, nearest } from '../options.ts';
import type { MemoryPlan } from '../program.ts';

export interface ContactMaterial {
  /**
   * Coulomb's μ, static and kinetic; one number sets both. Default 0.4.
   * A pair of materials has the square root of the product of both.
   */
  readonly friction?: number | { readonly static: number; readonly kinetic: number };
  /** The speed after an impact over that before it, 0 to 1. Default 0. A pair of materials has the greater of both. */
  readonly restitution?: number;
}

/** Friction and restitution of a pair of materials, in place of the values that follow from both. Fields that are left out keep those. */
export interface ContactPair extends ContactMaterial {
  readonly between: readonly [string, string];
}

const MATERIAL: FieldsOf<ContactMaterial> = { friction: true, restitution: true };
const FRICTION = { static: true, kinetic: true } as const;

export const CONTACT_DEFAULTS = { friction: 0.4, restitution: 0 } as const;

interface Resolved {
  readonly static: number;
  readonly kinetic: number;
  readonly restitution: number;
}

function resolved(path: string, given: ContactMaterial, assumed: ContactMaterial): Resolved {
  const { friction = assumed.friction, restitution = assumed.restitution } = given;
  const both = typeof friction === 'object' ? friction : undefined;
  if (typeof given.friction === 'object') demandFields(`${path}.friction`, given.friction, FRICTION);
  const holds = number(
    `${path}.friction${both ? '.static' : ''}`,
    both ? both.static : friction,
    LIMITS.friction,
  );
  return {
    static: holds,
    kinetic: both ? number(`${path}.friction.kinetic`, both.kinetic, { min: 0, max: holds }) : holds,
    restitution: number(`${path}.restitution`, restitution, LIMITS.restitution),
  };
}

const together = (a: Resolved, b: Resolved): Resolved => ({
  static: Math.sqrt(a.static * b.static),
  kinetic: Math.sqrt(a.kinetic * b.kinetic),
  restitution: Math.max(a.restitution, b.restitution),
});

function demandKnown(path: string, name: string, materials: Readonly<Record<string, unknown>>): void {
  const known = ['default', ...Object.keys(materials)];
  if (known.includes(name)) return;
  const guess = typeof name === 'string' ? nearest(name, known) : undefined;
  throw new InputError(path, name, known.join(', ') + (guess ? `. Did you mean "${guess}"?` : ''));
}

/** The values of all pairs of materials. */
export class MaterialTable {
  readonly count: number;
  /** Whether anything bounces. */
  readonly isElastic: boolean;
  readonly #names: readonly string[];
  readonly #pairs: Float64Array;

  constructor(
    names: readonly string[],
    materials: Readonly<Record<string, ContactMaterial>>,
    pairs: readonly ContactPair[],
    /** The field path in which a material is named, for errors. */
    pathOf: (name: string) => string,
  ) {
    if (typeof materials !== 'object' || materials === null || Array.isArray(materials))
      throw new InputError('materials', materials, 'an object with materials by name');
    this.#names = [...new Set(names)];
    this.count = this.#names.length;
    this.#pairs = pairTable(this.#names, materials, pairs, pathOf);
    this.isElastic = this.#pairs.some((value, k) => k % 4 === 2 && value > 0);
  }

  numberOf = (name: string): number => this.#names.indexOf(name);

  get memory(): MemoryPlan {
    const [length, initial] = [this.#pairs.length / 4, this.#pairs];
    return { pairs: { role: 'constant', element: 'vec4', domain: 'pairs', length, initial } };
  }
}

/** Static friction, kinetic friction and restitution of all pairs of the named materials, four numbers a pair. */
function pairTable(
  names: readonly string[],
  materials: Readonly<Record<string, ContactMaterial>>,
  pairs: readonly ContactPair[],
  pathOf: (name: string) => string,
): Float64Array {
  for (const [name, material] of Object.entries(materials)) {
    demandFields(`materials.${name}`, material, MATERIAL);
    resolved(`materials.${name}`, material, CONTACT_DEFAULTS);
  }
  const each = names.map((name) => {
    demandKnown(pathOf(name), name, materials);
    return resolved(`materials.${name}`, materials[name] ?? {}, CONTACT_DEFAULTS);
  });
  const table = new Float64Array(4 * names.length ** 2);
  const set = (a: number, b: number, values: Resolved) =>
    table.set([values.static, values.kinetic, values.restitution], 4 * (a * names.length + b));
  for (const [i, a] of each.entries()) for (const [j, b] of each.entries()) set(i, j, together(a, b));
  pairs.forEach(({ between, ...pair }, k) => {
    const path = `pairs[${k}]`;
    demandFields(path, pairs[k], { ...MATERIAL, between: true });
    if (!Array.isArray(between) || between.length !== 2)
      throw new InputError(`${path}.between`, between, 'two names of materials');
    for (const name of between) demandKnown(`${path}.between`, name, materials);
    const [i, j] = between.map((name) => names.indexOf(name));
    if (i < 0 || j < 0) return; // no body or collider has this material
    const derived = together(each[i], each[j]);
    const values = resolved(path, pair, { friction: derived, restitution: derived.restitution });
    set(i, j, values);
    set(j, i, values);
  });
  return table;
}
