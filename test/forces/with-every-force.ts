/** A sheet with elements of every force, for the tests that look at all of them. */
import type { Body } from 'selvedge';
import type { ElementSet } from '../../engine/forces/force.ts';
import { FORCES } from '../../engine/forces/index.ts';

/** Elements of forces that `triangles` does not make, by the id of the force: corners are particles of the body. */
const ADDED: Readonly<Record<string, (body: Body) => ElementSet>> = {};

/** The body with the elements of `ADDED`. Throws for a force without elements. */
export function withEveryForce(body: Body): Body {
  const added = Object.fromEntries(Object.entries(ADDED).map(([id, elements]) => [id, elements(body)]));
  const forces = { ...body.forces, ...added };
  for (const { id } of FORCES)
    if (!forces[id])
      throw new Error(`the sheet has no elements of "${id}": add some in test/forces/with-every-force.ts`);
  return { ...body, forces };
}
