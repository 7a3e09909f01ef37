/** Metres (or metres per second) past which a number is taken for a fault, as NaN is. */
export const LIMIT = 1e15;

/** The same as bounds of what users give. */
export const WITHIN = { min: -LIMIT, max: LIMIT } as const;

/** Whether the number is one, and of a size to go on with. The same function is in sound.as.ts and sound.wgsl. */
export const isSound = (value: number): boolean => Math.abs(value) <= LIMIT;

/** The number, or 0 where it is not sound. */
export const soundOr0 = (value: number): number => (isSound(value) ? value : 0);
