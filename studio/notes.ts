/** What the user should know about what runs, and what would help. */
import { findMethod, METHODS } from 'selvedge';
import type { Note } from './messages.ts';
import type { Simulation } from './simulation.ts';

const WILD =
  'The cloth has flown apart. Reset it, and take shorter steps or more iterations; with ω, one nearer to 1.';
const NOT_ISOLATED =
  'This page came without the headers COOP same-origin and COEP require-corp, which threads need.';
/** The solver that no choice has to be made for. */
const AUTOMATIC = METHODS.find(({ id }) => id === 'auto')?.id;
/** Mean strain from which cloth looks like rubber. */
const RUBBER = 0.04;
/** Of real time: slower is seen. */
const SLOW = 0.85;

export interface NoteActions {
  solver(id: string): void;
  backend(name: 'webgpu'): void;
}

/** What was measured last. */
export interface Condition {
  /** Mean strain. */
  readonly strain: number;
  /** Of the speed that was asked for; undefined while paused, and until there is a mean of it. */
  readonly pace: number | undefined;
}

/** `obstacle`: why there is no WebGPU. */
export function notesOn(
  simulation: Simulation | undefined,
  obstacle: string | undefined,
  condition: Condition | undefined,
  actions: NoteActions,
): Note[] {
  const notes: Note[] = [];
  if (simulation && condition) notes.push(...conditionOf(simulation, obstacle, condition, actions));
  if (obstacle) notes.push({ text: `No WebGPU here, so WebGL2 draws: ${obstacle}.` });
  for (const text of new Set(simulation?.notes ?? [])) notes.push({ text });
  if (simulation?.world.backend.name === 'wasm' && !crossOriginIsolated) notes.push({ text: NOT_ISOLATED });
  return notes;
}

function conditionOf(
  simulation: Simulation,
  obstacle: string | undefined,
  { strain, pace }: Condition,
  actions: NoteActions,
): Note[] {
  const notes: Note[] = [];
  const { method, world } = simulation;
  const isAutomatic = method.id === AUTOMATIC;
  const automatic =
    AUTOMATIC === undefined || isAutomatic
      ? undefined
      : { label: 'Use the automatic solver', run: () => actions.solver(AUTOMATIC) };
  if (simulation.isWild) notes.push({ text: WILD, action: automatic });
  else if (strain > RUBBER && !simulation.isSoft)
    notes.push({
      text: `${findMethod(method.id).title} stops before the springs are as stiff as the scene asks: they are stretched by ${Math.round(100 * strain)} % in the mean, so the cloth looks like rubber. More iterations or shorter steps would help.`,
      action: automatic,
    });
  if (pace !== undefined && pace < SLOW) {
    const isOnGpu = world.backend.name === 'webgpu';
    notes.push({
      text: `It runs at ${pace.toFixed(2)} of its speed on this machine. Fewer particles or iterations${isOnGpu || obstacle ? '' : ', or the GPU,'} would make it faster.`,
      ...(!isOnGpu && !obstacle && { action: { label: 'Use webgpu', run: () => actions.backend('webgpu') } }),
    });
  }
  return notes;
}
