/** Rows of the ledger: four energies (kinetic, of springs, of elements, potential) three times, and then the lines of the balance. */

/** The buffer they are in. */
export const LEDGER = 'ledger';

/** As they are being collected; as they were at the last look; as they were at the first. */
export const NOW = 0;
export const LAST = 4;
export const FIRST = 8;
/** 1 once there was a first look. */
export const IS_OPEN = 12;

/** What changes energy, in the order of their rows. */
export const LINES = [
  'outside',
  'wind',
  'drag',
  'forces',
  'hands',
  'attachments',
  'damping',
  'integration',
  'particles',
  'colliders',
  'smoothing',
  'tearing',
  'limiter',
] as const;
export type Line = (typeof LINES)[number];

export const rowOf = (line: Line): number => IS_OPEN + 1 + LINES.indexOf(line);

export const ROWS = IS_OPEN + 1 + LINES.length;
