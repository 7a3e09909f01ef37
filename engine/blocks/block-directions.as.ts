import { blocksOf, foursAt, rowOfThrees, threesAt } from './grid.as';

/** Bytes from the first of a particle's four directions to the others. */
export const BESIDE: usize = 16;
export const UP: usize = 32;
export const DOWN: usize = 48;

/** L/|e| from which on a spring has no direction; see methods/spring.ts. */
export const SHORT: f32 = 1e6;

/** L/|e|, but SHORT at most, also where it is 0/0: what that adds to springs without a direction `giveDirections` takes back. */
export function sound(scale: v128): v128 {
  return f32x4.pmin(f32x4.splat(SHORT), scale);
}

/** Springs of a row without a direction take an axis by their number, opposite at the two ends. */
export function giveDirections<A>(a: A, row: u32): void {
  const three = rowOfThrees(a.columns);
  for (let colour: u32 = 0; colour < 2; colour++) {
    const own = threesAt(a.columns, a.rows, colour, row);
    const others = threesAt(a.columns, a.rows, 1 - colour, row);
    const q = foursAt(a.columns, a.rows, colour, row);
    const after = (row ^ colour) & 1;
    for (let half: u32 = 0; half < 4 * blocksOf(a.columns); half++) {
      const i = own + numberAt(half, 48);
      const at = q + numberAt(half, 64);
      giveDirection<A>(a, i, others + numberAt(half, 48), at, 0, colour);
      const besides = after ? half + 1 : half - 1;
      if (after || half > 0) giveDirection<A>(a, i, others + numberAt(besides, 48), at, BESIDE, colour);
      giveDirection<A>(a, i, others - three + numberAt(half, 48), at, UP, colour);
      giveDirection<A>(a, i, others + three + numberAt(half, 48), at, DOWN, colour);
    }
  }
}

/** Where the first number of a particle stands in blocks of so many bytes. */
function numberAt(half: u32, bytes: usize): usize {
  return <usize>(half >> 2) * bytes + ((<usize>(half & 3)) << 2);
}

function giveDirection<A>(a: A, i: usize, j: usize, q: usize, direction: usize, colour: u32): void {
  const weight = load<f32>(a.blockWeights + q + direction);
  const rest = load<f32>(a.blockLengths + q + direction);
  if (weight == 0) return;
  const ex = difference<A>(a, i, j);
  const ey = difference<A>(a, i + 16, j + 16);
  const ez = difference<A>(a, i + 32, j + 32);
  const length2: f32 = ex * ex + ey * ey + ez * ez;
  if (!(rest / sqrt<f32>(length2) > SHORT)) return;
  // Instead of SHORT e.
  const taken: f32 = weight * SHORT;
  const r = a.blockRhs + q;
  store<f32>(r, load<f32>(r) - taken * ex);
  store<f32>(r, load<f32>(r, 16) - taken * ey, 16);
  store<f32>(r, load<f32>(r, 32) - taken * ez, 32);
  const spring = load<u32>(a.springOf + ((<usize>load<u32>(a.blockEntries + q + direction)) << 2));
  const to = r + ((<usize>(spring % 3)) << 4);
  store<f32>(to, load<f32>(to) + (colour == 0 ? weight * rest : -(weight * rest)));
}

/** One coordinate of e. */
function difference<A>(a: A, i: usize, j: usize): f32 {
  const y: f32 = load<f32>(a.blockX + i) - load<f32>(a.blockX + j);
  return a.isFresh ? y : y + (load<f32>(a.blockDelta + i) - load<f32>(a.blockDelta + j));
}
