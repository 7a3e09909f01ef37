import type { MethodOptions } from 'selvedge';
import { findMethod } from '../engine/methods/index.ts';

/** A method, and of the values those that are parameters of it: not every one has inner iterations. */
export const methodWith = (id: string, values: Readonly<Record<string, number | string>>): MethodOptions => ({
  id,
  ...Object.fromEntries(Object.entries(values).filter(([name]) => name in findMethod(id).parameters)),
});
