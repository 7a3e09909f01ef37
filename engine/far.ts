/** Bodies so far from the origin that positions in float32 are too coarse for them. */
import { extentsOf } from './methods/auto/extent.ts';
import type { Model } from './model.ts';

/** Of the spacing: how far neighbouring float32 positions are apart at most before cloth at rest trembles visibly. */
const COARSEST = 1 / 250;

/** Significant bits of a float32. */
const BITS = 24;

/** A line for each body that begins so far out, with what to do. */
export function farWarnings(model: Model): string[] {
  const { positions } = model;
  return extentsOf(model).flatMap(({ body, spacing }) => {
    let far = 0;
    for (let k = 3 * body.first; k < 3 * (body.first + body.count); k++)
      far = Math.max(far, Math.abs(positions[k]));
    const step = 2 ** (Math.floor(Math.log2(far)) + 1 - BITS);
    if (!(step > COARSEST * spacing)) return [];
    const show = (metres: number) => `${Number(metres.toPrecision(2))} m`;
    return [
      `${body.name} is ${show(far)} from the origin, where float32 positions are ${show(step)} apart, and its particles ${show(spacing)}: it will tremble and stretch; build the scene about the origin and move what is drawn, or use the backend reference`,
    ];
  });
}
