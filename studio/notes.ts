/** What the user should know about what runs. */
import type { Simulation } from './simulation.ts';

const WILD =
  'The cloth has flown apart. Reset it, and take shorter steps or more iterations; with ω, one nearer to 1.';
const NOT_ISOLATED =
  'This page came without the headers COOP same-origin and COEP require-corp, which threads need.';

/** `obstacle`: why there is no WebGPU. */
export function notesOn(simulation: Simulation | undefined, obstacle: string | undefined): string[] {
  const notes: string[] = [];
  if (simulation?.isWild) notes.push(WILD);
  if (obstacle) notes.push(`No WebGPU here, so WebGL2 draws: ${obstacle}.`);
  if (simulation) notes.push(...simulation.notes);
  if (simulation?.world.backend.name === 'wasm' && !crossOriginIsolated) notes.push(NOT_ISOLATED);
  return notes;
}
