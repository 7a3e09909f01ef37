/**
 * How much a scene may hold. Past these a scene is refused rather than left to exhaust the memory. What the engine itself
 * refuses is in its own `LIMITS`.
 */
export const PARTICLES = 4_000_000;
export const SPRINGS = 48_000_000;
export const BODIES = 10_000;
export const COLLIDERS = 1000;
/** The shortest spring, metres. */
export const SHORTEST = 1e-6;
