/**
 * Checks that involve two or more fields, which the schema cannot express: references, ranges that depend on counts,
 * combinations that make no sense. Each fault has the path of the field to change.
 */
import { findMethod, PARAMETERS, whyNoBudget, whyNotParameter } from '../engine/index.ts';
import { particleCount } from './bodies/index.ts';
import { type AttachmentParts, checkAttachments } from './check-attachments.ts';
import { checkBody } from './check-body.ts';
import { type ContactParts, checkContact } from './check-contact.ts';
import { checkInteraction, type InteractionParts } from './check-interaction.ts';
import { type Problem, refused } from './errors.ts';
import * as limits from './limits.ts';
import type { Scene } from './types.ts';

/** The valid parts of a scene. If one part has a fault, the others are still checked. */
export interface Parts extends ContactParts, InteractionParts, AttachmentParts {
  readonly solver?: Scene['solver'];
  readonly stiffnessDamping?: number;
  readonly camera?: Scene['camera'];
  readonly lights?: Scene['lights'];
}

export function checkParts(parts: Parts): Problem[] {
  const { bodies, materials, solver, stiffnessDamping = 0, camera, lights } = parts;
  const ofBodies = bodies.map((body, index) =>
    body === undefined ? [] : checkBody(body, ['bodies', index], materials),
  );
  const problems: Problem[] = ofBodies.flat();
  problems.push(...checkContact(parts), ...checkInteraction(parts));
  const isSound = (path: string) => !problems.some((problem) => problem.path.startsWith(path));
  problems.push(
    ...checkAttachments({
      ...parts,
      bodies: bodies.map((body, k) => ({
        name: body?.name,
        whole: ofBodies[k].length > 0 ? undefined : body,
      })),
      colliders: parts.colliders.map(({ whole }, k) => (isSound(`colliders[${k}]`) ? whole : undefined)),
    }),
  );
  const counts = bodies.map((body) => (body === undefined ? 0 : particleCount(body)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > limits.PARTICLES && counts.every((count) => count <= limits.PARTICLES)) {
    problems.push(refused(['bodies'], total, `at most ${limits.PARTICLES} particles in all bodies together`));
  }
  // zod silently drops a key of this name.
  if (materials.has('__proto__')) {
    problems.push(refused(['materials', '__proto__'], '__proto__', 'another name'));
  }
  for (const [name, value] of Object.entries(solver ?? {})) {
    if (solver === undefined || value === undefined || !Object.hasOwn(PARAMETERS, name)) continue;
    const allowed = whyNotParameter(findMethod(solver.method), name, value);
    if (allowed) problems.push(refused(['solver', name], value, allowed));
  }
  if (solver?.budget !== undefined) {
    const allowed = whyNoBudget(findMethod(solver.method), solver);
    if (allowed) problems.push(refused(['solver', 'budget'], solver.budget, allowed));
  }
  if (solver !== undefined && stiffnessDamping > 0 && findMethod(solver.method).isRigid) {
    const allowed = `0 with ${solver.method}, whose springs are rigid`;
    problems.push(refused(['stiffnessDamping'], stiffnessDamping, allowed));
  }
  if (camera?.position.every((part, axis) => part === camera.target[axis])) {
    problems.push(refused(['camera', 'target'], camera.target, 'a point away from the camera'));
  }
  for (const [index, light] of (lights ?? []).entries()) {
    if (light.type === 'sun' && light.position.every((part) => part === 0)) {
      problems.push(refused(['lights', index, 'position'], light.position, 'a point away from the origin'));
    }
  }
  return problems;
}
