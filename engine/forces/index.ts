/** The registry: one line a force. */
import { InputError } from '../errors.ts';
import type { Kernel } from '../kernel.ts';
import { bending } from './bending/index.ts';
import type { Force } from './force.ts';
import { membrane } from './membrane/index.ts';

export const FORCES: readonly Force[] = [membrane, bending];

export const FORCE_KERNELS: readonly Kernel[] = FORCES.flatMap(({ kernels, exact }) => [
  ...Object.values(kernels),
  ...Object.values(exact),
]);

/** The force of that id, or an `InputError` with the ids there are. */
export function forceNamed(path: string, id: string): Force {
  const force = FORCES.find((one) => one.id === id);
  if (!force) throw new InputError(path, id, FORCES.map((one) => one.id).join(', '));
  return force;
}
