/** Colliders that may pass between the particles of a body: particles alone meet colliders. */
import { extentsOf } from '../methods/auto/extent.ts';
import type { Model } from '../model.ts';
import { type Collider, nameOf } from './collider.ts';
import { widthOf } from './haste.ts';

/**
 * In spacings, the widest gap of cloth that is stretched by a quarter: between two particles, for what is long; for a ball, between two
 * across a cell. Less their radii it is what passes.
 */
const GAP = { long: 1.25, ball: 1.5 };

/** Such colliders are named, each with the body of the widest gaps, and with what to do. */
export function thinColliderWarnings(model: Model, colliders: readonly Collider[]): string[] {
  return colliders.flatMap((collider, k) => {
    const share = collider.shape === 'sphere' ? GAP.ball : GAP.long;
    const gaps = extentsOf(model).map(({ body, spacing }) => ({
      ...{ body, spacing },
      gap: share * spacing - 2 * model.radii[body.first],
    }));
    const widest = gaps.reduce((most, each) => (each.gap > most.gap ? each : most), gaps[0]);
    const width = widthOf(collider);
    if (!widest || width >= widest.gap) return [];
    const { body, spacing } = widest;
    const show = (metres: number) => `${Number(metres.toPrecision(2))} m`;
    return [
      `colliders[${k}] (${nameOf(collider, k)}) is ${show(width)} wide and may slip between the particles of ${body.name}, ${show(spacing)} apart: give ${body.name} more particles or a radius of ${show((share * spacing - width) / 2)}, or make the collider ${show(widest.gap)} wide`,
    ];
  });
}
