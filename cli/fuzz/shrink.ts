/** The smallest case that still shows what was found: parts are taken out one after the other, as long as the same kind is found. */
import type { Action } from './actions.ts';
import type { Case } from './case.ts';
import type { Finding, FindingKind } from './checks.ts';
import { type Fields, type Json, repaired, without } from './scene.ts';

export interface Shrunk {
  readonly case: Case;
  readonly finding: Finding;
}

/** Cases that are tried at most. */
const MOST_TRIES = 400;

type Judge = (given: Case) => Promise<Finding | undefined>;

export async function shrink(found: Shrunk, judge: Judge, mostTries = MOST_TRIES): Promise<Shrunk> {
  let best = found;
  let tries = 0;
  const isStill = (kind: FindingKind) => kind === found.finding.kind;
  /** Whether a smaller case shows it too; it then is the best. */
  const take = async (smaller: Case): Promise<boolean> => {
    if (tries >= mostTries) return false;
    tries++;
    const finding = await judge(smaller);
    if (!finding || !isStill(finding.kind)) return false;
    best = { case: smaller, finding };
    return true;
  };

  const { step } = found.finding;
  if (step > 0 && step < best.case.steps) await take({ ...best.case, steps: step });
  for (let isSmaller = true; isSmaller && tries < mostTries; ) {
    isSmaller = false;
    for (const actions of fewer(best.case.actions))
      if (await take({ ...best.case, actions })) {
        isSmaller = true;
        break;
      }
    if (isSmaller) continue;
    for (const scene of simpler(best.case.scene))
      if (await take({ ...best.case, scene })) {
        isSmaller = true;
        break;
      }
    if (isSmaller || best.case.steps < 2) continue;
    isSmaller = await take({ ...best.case, steps: Math.floor(best.case.steps / 2) });
  }
  return best;
}

/** Without any action, without half of them, without each. */
function* fewer(actions: readonly Action[]): Generator<readonly Action[]> {
  if (actions.length === 0) return;
  yield [];
  const half = actions.length >> 1;
  if (half > 0) yield* [actions.slice(half), actions.slice(0, half)];
  for (let k = 0; k < actions.length && actions.length > 1; k++) yield actions.filter((_, i) => i !== k);
}

/** Scenes with less in them that the reader accepts, those that lack most first. */
function* simpler(scene: Fields): Generator<Fields> {
  const parts = partsOf(scene, [])
    .filter(({ path }) => String(path) !== 'version' && String(path) !== 'bodies')
    .sort((a, b) => b.size - a.size);
  for (const { path } of parts) {
    const left = repaired(without(scene, path) as Fields);
    if (left && JSON.stringify(left).length < JSON.stringify(scene).length) yield left;
  }
  for (const { path, value } of parts) {
    for (const lower of lowerOf(value)) {
      const left = repaired(withValue(scene, path, lower) as Fields);
      if (left && JSON.stringify(left).length < JSON.stringify(scene).length) yield left;
    }
  }
}

interface Part {
  readonly path: (string | number)[];
  readonly value: Json;
  readonly size: number;
}

/** Everything that stands somewhere in a scene, but for the entries of long lists of numbers. */
function partsOf(value: Json, path: (string | number)[]): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, Json | undefined][] = Array.isArray(value)
    ? value.map((each, k) => [k, each])
    : Object.entries(value);
  const isVector = Array.isArray(value) && value.every((each) => typeof each === 'number');
  return entries.flatMap(([key, each]) =>
    each === undefined || (isVector && value.length > 4)
      ? []
      : [
          { path: [...path, key], value: each, size: JSON.stringify(each).length },
          ...partsOf(each, [...path, key]),
        ],
  );
}

/** Shorter numbers near the same: whole ones, or with two digits. */
function lowerOf(value: Json): Json[] {
  if (typeof value !== 'number') return [];
  if (Number.isInteger(value)) return value > 3 ? [Math.ceil(value / 2), value - 1] : [];
  return [Math.round(value), Number(value.toPrecision(2))];
}

function withValue(value: Json, [key, ...rest]: readonly (string | number)[], put: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  const inside = (value as Record<string | number, Json>)[key];
  const changed = rest.length === 0 ? put : withValue(inside, rest, put);
  if (Array.isArray(value)) return value.map((each, k) => (k === key ? changed : each));
  return { ...value, [key]: changed };
}
