/** The names a scene may use for a method: the engine's ids, or the thesis's spelling of them, in any case. */
import { METHODS } from '../engine/index.ts';

export const METHOD_IDS = METHODS.map(({ id }) => id);
/** In the spelling of [NP17] listing 5.1: PD_RBGS. */
export const THESIS_NAMES = METHODS.flatMap(({ aliases }) => aliases);
