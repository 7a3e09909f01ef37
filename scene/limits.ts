/** How much a scene may hold. Past these a scene is refused rather than left to exhaust the memory. */
export const PARTICLES = 4_000_000;
/** Particles along one side of a cloth, as the engine has it. */
export const SIDE = 4096;
/** Springs at one particle. */
export const CROWD = 254;
export const SPRINGS = 48_000_000;
export const BODIES = 10_000;
/** The shortest spring, metres. */
export const SHORTEST = 1e-6;
