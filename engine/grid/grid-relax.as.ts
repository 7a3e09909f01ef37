import { madd } from '../vector.as';
import { blocksOf, foursAt, rowOfFours, rowOfThrees, threesAt } from './grid.as';

@unmanaged
export class GridRelax {
  gridDelta: usize;
  gridRhs: usize;
  gridWeights: usize;
  gridMixed: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
  colour: u32;
  keep: f32;
}

export function gridRelax(a: GridRelax, first: u32, end: u32): void {
  for (let pair = first; pair < end; pair++) {
    relaxPair(a.gridDelta, a.gridRhs, a.gridWeights, a.gridMixed, a.columns, a.rows, a.colour, a.keep, pair);
  }
}

/** One colour of two rows. */
export function relaxPair(
  delta: usize,
  rhs: usize,
  weights: usize,
  mixed: usize,
  columns: u32,
  rows: u32,
  colour: u32,
  keep: f32,
  pair: u32,
): void {
  const three = rowOfThrees(columns);
  const own = delta + threesAt(columns, rows, colour, 2 * pair);
  const others = delta + threesAt(columns, rows, 1 - colour, 2 * pair);
  const q = foursAt(columns, rows, colour, 2 * pair);
  const isMixed = load<u32>(mixed + ((<usize>(2 * pair + colour)) << 2));
  relaxRows(
    own,
    others,
    others - three,
    others + 2 * three,
    rhs + q,
    weights + q,
    isMixed,
    columns,
    colour,
    keep,
  );
}

/**
 * The same by addresses: where `own` colour's two rows and the `others` begin, and the rows of those `above` and `below`. In one of the
 * two, `left`, the neighbour that has not the particle's own half is the one before, in the other, `right`, the one after.
 */
export function relaxRows(
  own: usize,
  others: usize,
  above: usize,
  below: usize,
  rhs: usize,
  weights: usize,
  isMixed: u32,
  columns: u32,
  colour: u32,
  keep: f32,
): void {
  const three = rowOfThrees(columns);
  const four = rowOfFours(columns);
  const k = f32x4.splat(keep);
  if (isMixed) {
    relaxMixed(own, rhs, weights, others, above, others + three, colour, columns, k);
    relaxMixed(
      own + three,
      rhs + four,
      weights + four,
      others + three,
      others,
      below,
      1 - colour,
      columns,
      k,
    );
    return;
  }
  // Bytes from the upper row to `left` and to `right`.
  const left: usize = colour == 0 ? 0 : three;
  const right: usize = three - left;
  const qLeft: usize = colour == 0 ? 0 : four;
  const qRight: usize = four - qLeft;
  relaxUniform(
    own + left,
    own + right,
    rhs + qLeft,
    rhs + qRight,
    others + left,
    others + right,
    colour == 0 ? above : below,
    colour == 0 ? below : above,
    columns,
    k,
  );
}

/** Both rows at once: each row of neighbours is read once for the two. */
function relaxUniform(
  left: usize,
  right: usize,
  qLeft: usize,
  qRight: usize,
  m: usize,
  n: usize,
  beyondLeft: usize,
  beyondRight: usize,
  columns: u32,
  keep: v128,
): void {
  let mx = v128.load(m - 48);
  let my = v128.load(m - 32);
  let mz = v128.load(m - 16);
  let nx = v128.load(n);
  let ny = v128.load(n, 16);
  let nz = v128.load(n, 32);
  const bytes = <usize>blocksOf(columns) * 48;
  for (let stop = left + bytes; left < stop; ) {
    const wLeft = v128.load(qLeft, 48);
    const wRight = v128.load(qRight, 48);

    let here = v128.load(m);
    let next = v128.load(n, 48);
    let both = f32x4.add(here, nx);
    let sum = f32x4.add(f32x4.add(v128.shuffle<f32>(mx, here, 3, 4, 5, 6), v128.load(beyondLeft)), both);
    let old = madd(v128.load(left), keep, v128.load(qLeft));
    v128.store(left, madd(wLeft, sum, old));
    sum = f32x4.add(f32x4.add(v128.shuffle<f32>(nx, next, 1, 2, 3, 4), v128.load(beyondRight)), both);
    old = madd(v128.load(right), keep, v128.load(qRight));
    v128.store(right, madd(wRight, sum, old));
    mx = here;
    nx = next;

    here = v128.load(m, 16);
    next = v128.load(n, 64);
    both = f32x4.add(here, ny);
    sum = f32x4.add(f32x4.add(v128.shuffle<f32>(my, here, 3, 4, 5, 6), v128.load(beyondLeft, 16)), both);
    old = madd(v128.load(left, 16), keep, v128.load(qLeft, 16));
    v128.store(left, madd(wLeft, sum, old), 16);
    sum = f32x4.add(f32x4.add(v128.shuffle<f32>(ny, next, 1, 2, 3, 4), v128.load(beyondRight, 16)), both);
    old = madd(v128.load(right, 16), keep, v128.load(qRight, 16));
    v128.store(right, madd(wRight, sum, old), 16);
    my = here;
    ny = next;

    here = v128.load(m, 32);
    next = v128.load(n, 80);
    both = f32x4.add(here, nz);
    sum = f32x4.add(f32x4.add(v128.shuffle<f32>(mz, here, 3, 4, 5, 6), v128.load(beyondLeft, 32)), both);
    old = madd(v128.load(left, 32), keep, v128.load(qLeft, 32));
    v128.store(left, madd(wLeft, sum, old), 32);
    sum = f32x4.add(f32x4.add(v128.shuffle<f32>(nz, next, 1, 2, 3, 4), v128.load(beyondRight, 32)), both);
    old = madd(v128.load(right, 32), keep, v128.load(qRight, 32));
    v128.store(right, madd(wRight, sum, old), 32);
    mz = here;
    nz = next;

    left += 48;
    right += 48;
    m += 48;
    n += 48;
    beyondLeft += 48;
    beyondRight += 48;
    qLeft += 64;
    qRight += 64;
  }
}

/** One row with a weight for each direction. */
function relaxMixed(
  row: usize,
  q: usize,
  w: usize,
  n: usize,
  above: usize,
  below: usize,
  after: u32,
  columns: u32,
  keep: v128,
): void {
  for (let stop = row + <usize>blocksOf(columns) * 48; row < stop; q += 64, w += 64) {
    const same = v128.load(w);
    const beside = v128.load(w, 16);
    const up = v128.load(w, 32);
    const down = v128.load(w, 48);
    for (let blockEnd = row + 48; row < blockEnd; row += 16, q += 16, n += 16, above += 16, below += 16) {
      const here = v128.load(n);
      const shifted = after
        ? v128.shuffle<f32>(here, v128.load(n, 48), 1, 2, 3, 4)
        : v128.shuffle<f32>(v128.load(n - 48), here, 3, 4, 5, 6);
      let sum = madd(v128.load(row), keep, v128.load(q));
      sum = f32x4.add(sum, madd(same, here, f32x4.mul(beside, shifted)));
      sum = f32x4.add(sum, madd(up, v128.load(above), f32x4.mul(down, v128.load(below))));
      v128.store(row, sum);
    }
    q -= 48;
  }
}
