/** Worlds whose models are connected alike: what was found out about one is taken for the other. */
import type { Connections } from './structure.ts';

/** Models that others are compared with, at most. */
const MOST = 16;

/** The latest models that are still in use. */
let remembered: WeakRef<Connections>[] = [];

/** An earlier model that is connected exactly as this one, if there is one in use. This one is compared with later ones. */
export function twinOf(model: Connections): Connections | undefined {
  const living = remembered.map((reference) => reference.deref()).filter((other) => other !== undefined);
  const twin = living.find((other) => other !== model && isConnectedAs(other, model));
  if (!living.includes(model)) living.push(model);
  remembered = living.slice(-MOST).map((one) => new WeakRef(one));
  return twin;
}

/** The rows follow from the ends, the colours from the slots. */
function isConnectedAs(one: Connections, other: Connections): boolean {
  return (
    one.particles === other.particles &&
    one.springs === other.springs &&
    areEqual(one.ends, other.ends) &&
    areEqual(one.stiffness, other.stiffness) &&
    areEqual(one.slotOf, other.slotOf) &&
    JSON.stringify([one.bodies, one.colours]) === JSON.stringify([other.bodies, other.colours])
  );
}

function areEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return false;
  return true;
}
