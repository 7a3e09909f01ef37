/** `--minutes`: how long, as a number. */
import { InputError } from '../engine/index.ts';

export function minutesOf(text: string): number {
  const value = Number(text);
  if (value >= 0.01 && value <= 10_000) return value;
  throw new InputError('--minutes', text, 'a number from 0.01 to 10000');
}
