/** Picking by a ray, on the device: a GPU sends back four vectors instead of all positions. */
import type { Vec3 } from '../body/body.ts';
import { number } from '../errors.ts';
import { blocksIn } from '../kernel.ts';
import type { Model } from '../model.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import { aim, NOBODY } from './aim.ts';
import { hit } from './hit.ts';
import { checkRay, type Ray } from './ray.ts';

export interface PickOptions {
  /** Tolerance where the ray hits nothing: distance from the ray over distance from the origin. Default 0.02. */
  readonly tolerance?: number;
  /** Length of the ray, metres. Default 100,000. */
  readonly reach?: number;
}

const OPTIONS: FieldsOf<PickOptions> = { tolerance: true, reach: true };

export interface Pick {
  /** The particle. */
  readonly id: number;
  /** Its position, metres. */
  readonly position: Vec3;
  /** Distance along the ray, metres. */
  readonly distance: number;
  /** Distance from the ray, metres. */
  readonly beside: number;
}

/** Metres. */
export const MOST_REACH = 1e5;

export const PICK_KERNELS = [aim, hit] as const;
/** The buffers of the hit by balls, and of the hit within the tolerance. */
export const PICKED = ['picked', 'pickedWide'] as const;
export const RAY = 'ray';

export function pickMemory({ particles }: Model): MemoryPlan {
  const vectors = { role: 'scratch', element: 'vec4' } as const;
  return {
    [RAY]: { ...vectors, domain: 'ray', length: 2 },
    aims: { ...vectors, domain: 'particleBlocks', length: blocksIn(particles) },
    front: { ...vectors, domain: 'picked', length: 2 },
    [PICKED[0]]: { ...vectors, domain: 'picked', length: 2 },
    [PICKED[1]]: { ...vectors, domain: 'picked', length: 2 },
  };
}

export function pickProgram({ particles }: Model): Program {
  const particleBlocks = blocksIn(particles);
  const aimed = (second: number, wide: number) =>
    call(aim, {
      phase: 'statistics',
      range: [0, particleBlocks],
      scalars: { count: particles, second, wide },
    });
  const best = (picked: string) =>
    call(hit, { phase: 'statistics', range: [0, 1], bind: { picked }, scalars: { particleBlocks } });
  return PICKED.flatMap((picked, wide) => [aimed(0, wide), best('front'), aimed(1, wide), best(picked)]);
}

/** The contents of `ray`. */
export function rayRecord(ray: Ray, options: PickOptions): number[] {
  demandFields('pick', options, OPTIONS);
  const { tolerance = 0.02, reach = MOST_REACH } = options;
  const { origin, direction } = checkRay('pick.ray', ray);
  number('pick.tolerance', tolerance, { min: 0, max: 1 });
  number('pick.reach', reach, { above: 0, max: MOST_REACH, unit: 'm' });
  return [...origin, tolerance, ...direction, reach];
}

/** From the buffers `PICKED`: the tolerance applies only if nothing is hit without it. */
export function pickOf({ idOf }: Model, buffers: readonly ArrayLike<number>[]): Pick | undefined {
  const picked = buffers.find((one) => one[0] < NOBODY / 2);
  if (!picked) return undefined;
  const [, slot, distance, beside, x, y, z] = Array.from(picked);
  return { id: idOf[slot], position: [x, y, z], distance, beside };
}
