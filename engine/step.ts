/** One step: its stages, in order. docs/step.md follows one through the code. */
import { leading, sliding } from './attachments/stages.ts';
import { particleContact } from './contact/particles/stage.ts';
import { bouncing, colliding } from './contact/stages.ts';
import { holding } from './interaction/stage.ts';
import { solving } from './methods/stage.ts';
import { dampening, finishing, predicting } from './motion/stages.ts';
import { smoothing } from './smoothing/stage.ts';
import type { Stage } from './stage.ts';
import { slicing } from './tearing/blade/stage.ts';
import { splitting } from './tearing/split/stage.ts';
import { tearing } from './tearing/stage.ts';
import { blowing } from './wind/stage.ts';

export const STAGES: readonly Stage[] = [
  dampening, // springs with a dashpot beside them
  blowing, // v of the wind
  predicting, // y = q + h v', v' = v + h (g + f/m − c v), δ = 0
  leading, // y of what is attached
  holding, // y of what hands hold
  solving, // δ: the method
  sliding, // δ of what slides on rails and planes, and of what is welded
  particleContact, // δ: particles apart, and springs near contacts settle
  colliding, // δ: out of colliders
  finishing, // q = y + δ, v = v' + δ/h
  slicing, // springs that a wedge went through
  bouncing, // v of what left a collider
  smoothing, // v blended with the neighbours'
  splitting, // particles that give a side of the cloth away
  tearing, // springs that are too long
];
