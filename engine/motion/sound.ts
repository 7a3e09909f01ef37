/** Metres (or metres per second) beyond which a number counts as a fault, like NaN. */
export const LIMIT = 1e15;

/** The same as bounds of user input. */
export const WITHIN = { min: -LIMIT, max: LIMIT } as const;

/** Whether a number is finite and of a valid size. The same function is in sound.as.ts and sound.wgsl. */
export const isSound = (value: number): boolean => Math.abs(value) <= LIMIT;

/** The number, or 0 where it is not sound. */
export const soundOr0 = (value: number): number => (isSound(value) ? value : 0);
