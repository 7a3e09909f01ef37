/**
 * Limits on the size of a scene. A larger scene is refused, so that it cannot exhaust memory. The engine's own limits are in
 * its `LIMITS`.
 */
export const PARTICLES = 4_000_000;
export const SPRINGS = 48_000_000;
export const BODIES = 10_000;
export const COLLIDERS = 1000;
/** The shortest spring, metres. */
export const SHORTEST = 1e-6;
