/** A running state in a world with more bodies behind its own: particles and springs keep their numbers. */
import type { Model, Snapshot } from 'selvedge';

/** `fresh` is the larger world at its beginning; what is not in `from` stays as it is there. */
export function carried(from: Snapshot, old: Model, fresh: Snapshot, model: Model): Snapshot {
  const buffers = Object.entries(fresh.buffers).map(([name, values]) => {
    const [before, after] = [from.buffers[name], values.slice()];
    if (before.length === after.length) return [name, before];
    // So many numbers a particle, in the order that each world stores them.
    const each = before.length / old.particles;
    for (let id = 0; id < old.particles; id++) {
      const at = each * old.slotOf[id];
      after.set(before.subarray(at, at + each), each * model.slotOf[id]);
    }
    return [name, after];
  });
  const added = fresh.pinned.filter((id) => id >= old.particles);
  return {
    ...from,
    model: fresh.model,
    pinned: [...from.pinned, ...added],
    buffers: Object.fromEntries(buffers),
  };
}
