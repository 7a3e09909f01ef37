/** A running state in another world of the same scene: one with more bodies behind its own, other constants, or other grids. */
import type { Model, Snapshot } from 'selvedge';

/** What is needed of a world to carry a state out of it, or into it. */
export interface Carrier {
  readonly model: Model;
  readonly bodies: readonly { readonly first: number; readonly count: number }[];
  /** Columns and rows of the bodies that are grids. */
  readonly grids: readonly (readonly [columns: number, rows: number] | undefined)[];
}

type Buffer = Snapshot['buffers'][string];

/** Where `masses` has the inverse mass, and how many numbers it has a particle. */
const [MASS, INVERSE, MASSES] = [0, 1, 4];

/**
 * `from`, as a state of the world that `fresh` is the beginning of. Masses and springs are those of the new world, less what is torn and
 * pinned in the old one. What the old one lacks stays as it is in `fresh`; where grids have other columns or rows, their cloth is whole again.
 */
export function carried(from: Snapshot, old: Carrier, fresh: Snapshot, next: Carrier): Snapshot {
  const { model } = next;
  const isFiner = old.bodies.some(({ count }, body) => next.bodies[body]?.count !== count);
  const common = {
    ...from,
    model: fresh.model,
    attachments: isFiner ? fresh.attachments : from.attachments,
  };
  if (isFiner) {
    const buffers = { ...fresh.buffers };
    for (const name of ['x', 'v'])
      buffers[name] = resampled(from.buffers[name], old, fresh.buffers[name], next);
    return { ...common, backend: fresh.backend, isTornByHand: false, pinned: fresh.pinned, buffers };
  }
  const added = fresh.pinned.filter((id) => id >= old.model.particles);
  const buffers = Object.entries(fresh.buffers).map(([name, values]) => {
    const before = from.buffers[name];
    if (name === 'springs') return [name, springs(before, values)];
    const after = moved(before, old.model, values, model);
    return [name, name === 'masses' ? masses(after, values) : after];
  });
  return { ...common, pinned: [...from.pinned, ...added], buffers: Object.fromEntries(buffers) };
}

/** So many numbers a particle, in the order that each world stores them. */
function moved(before: Buffer, old: Model, values: Buffer, model: Model): Buffer {
  if (old.particles === model.particles && before.length === values.length) return before;
  const after = values.slice();
  const each = before.length / old.particles;
  if (!Number.isInteger(each) || each * model.particles !== values.length) return after;
  for (let id = 0; id < old.particles; id++) {
    const at = each * old.slotOf[id];
    after.set(before.subarray(at, at + each), each * model.slotOf[id]);
  }
  return after;
}

/** Rest lengths and stiffnesses of the new world; what is torn stays torn. */
function springs(before: Buffer, values: Buffer): Buffer {
  const after = values.slice();
  for (let k = 1; k < Math.min(before.length, after.length); k += 2) if (before[k] === 0) after[k] = 0;
  return after;
}

/** Masses of the new world; what is pinned stays so, and what was let go is free. */
function masses(before: Buffer, values: Buffer): Buffer {
  const after = before.slice();
  for (let at = 0; at < after.length; at += MASSES) {
    const isFree = before[at + INVERSE] !== 0;
    after.set(values.subarray(at, at + MASSES), at);
    after[at + INVERSE] = isFree ? 1 / values[at + MASS] : 0;
  }
  return after;
}

/** x, y, z and w of every particle: of grids between the four nearest of the old one, of other bodies as it was. */
function resampled(before: Buffer, old: Carrier, values: Buffer, next: Carrier): Buffer {
  const after = values.slice();
  next.bodies.forEach(({ first, count }, body) => {
    const source = old.bodies[body];
    if (!source) return;
    const [coarse, fine] = [old.grids[body], next.grids[body]];
    for (let k = 0; k < count; k++) {
      const parts = coarse && fine ? between(k, fine, coarse) : k < source.count ? ([[k, 1]] as const) : [];
      if (parts.length === 0) continue;
      const to = 4 * next.model.slotOf[first + k];
      for (let c = 0; c < 3; c++)
        after[to + c] = parts.reduce(
          (sum, [particle, share]) => sum + share * before[4 * old.model.slotOf[source.first + particle] + c],
          0,
        );
    }
  });
  return after;
}

/** The particles of one grid round a particle of another, and their shares. */
function between(
  particle: number,
  [columns, rows]: readonly [number, number],
  [across, down]: readonly [number, number],
): readonly (readonly [particle: number, share: number])[] {
  const place = ((particle % columns) / (columns - 1)) * (across - 1);
  const height = (Math.floor(particle / columns) / (rows - 1)) * (down - 1);
  const [i, j] = [Math.min(Math.floor(place), across - 2), Math.min(Math.floor(height), down - 2)];
  const [u, v] = [place - i, height - j];
  return [
    [j * across + i, (1 - u) * (1 - v)],
    [j * across + i + 1, u * (1 - v)],
    [(j + 1) * across + i, (1 - u) * v],
    [(j + 1) * across + i + 1, u * v],
  ];
}
