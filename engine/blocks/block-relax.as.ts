import { madd } from '../vector.as';
import { blocksOf, PARTICLES, SPRINGS } from './grid.as';

/** What is kept of a correction, with the right-hand side. */
@unmanaged
export class Kept {
  old(at: usize, keep: v128, q: v128): v128 {
    return madd(v128.load(at), keep, q);
  }
}

/** The same where the correction is 0, whatever stands there, or nothing is kept of it. */
@unmanaged
export class Nothing {
  old(at: usize, keep: v128, q: v128): v128 {
    return q;
  }
}

/** A weight beside each particle. */
@unmanaged
class OfParticles {
  weight(at: usize, one: v128): v128 {
    return v128.load(at);
  }
}

/** One for all particles of a row, but for those of its first and last block. */
@unmanaged
class OfRows {
  weight(at: usize, one: v128): v128 {
    return one;
  }
}

/**
 * [NP17] Alg. 7 and Eq. (5.2), [PNF18] Eq. (6), delta form. One colour of two rows: where its `own` rows and those of the `others` begin, and the rows of these `above` and `below`. In one of the
 * two, `left`, the neighbour that has not the particle's own half is the one before, in the other, `right`, the one after.
 */
export function relaxRows<O>(
  own: usize,
  others: usize,
  above: usize,
  below: usize,
  rhs: usize,
  weights: usize,
  weighed: u32,
  columns: u32,
  three: usize,
  four: usize,
  colour: u32,
  keep: f32,
): void {
  const k = f32x4.splat(keep);
  if (weighed == SPRINGS) {
    relaxMixed<O>(own, rhs, weights, others, above, others + three, colour, columns, k);
    relaxMixed<O>(
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
  const qLeft = rhs + (colour == 0 ? 0 : four);
  const qRight = rhs + (colour == 0 ? four : 0);
  const beyondLeft = colour == 0 ? above : below;
  const beyondRight = colour == 0 ? below : above;
  const end = own + left + <usize>blocksOf(columns) * 48;
  const m = others + left;
  const n = others + right;
  if (weighed == PARTICLES) {
    relaxBoth<O, OfParticles>(own + left, own + right, qLeft, qRight, m, n, beyondLeft, beyondRight, end, k);
  } else {
    relaxBoth<O, OfRows>(own + left, own + right, qLeft, qRight, m, n, beyondLeft, beyondRight, end, k);
  }
}

/**
 * Both rows at once: each row of neighbours is read once for the two. Per particle and sweep, 100 × 100 (EPYC, Node 20): 1.06 ns block by
 * block, 1.03 two a turn, 0.98 four a turn, since eight pointers are moved once for all. A row's one weight is not read where a block of
 * the four can't be its first or last: 3 % less (EPYC with AVX-512).
 */
function relaxBoth<O, W>(
  left: usize,
  right: usize,
  qLeft: usize,
  qRight: usize,
  m: usize,
  n: usize,
  beyondLeft: usize,
  beyondRight: usize,
  end: usize,
  keep: v128,
): void {
  const o = changetype<O>(0);
  const w = changetype<W>(0);
  const hasFour = left + 192 <= end; // else neither is read
  const oneLeft = hasFour ? v128.load(qLeft, 112) : keep;
  const oneRight = hasFour ? v128.load(qRight, 112) : keep;
  // Of m what stands before the block in hand, of n what stands in it.
  let mx = v128.load(m - 48);
  let my = v128.load(m - 32);
  let mz = v128.load(m - 16);
  let nx = v128.load(n);
  let ny = v128.load(n, 16);
  let nz = v128.load(n, 32);
  while (left + 192 <= end) {
    let wLeft = v128.load(qLeft, 48);
    let wRight = v128.load(qRight, 48);
    const m1x = v128.load(m);
    const n1x = v128.load(n, 48);
    let both = f32x4.add(m1x, nx);
    let sum = f32x4.add(f32x4.add(shiftedIn(mx, m1x), v128.load(beyondLeft)), both);
    let old = o.old(left, keep, v128.load(qLeft));
    v128.store(left, madd(wLeft, sum, old));
    sum = f32x4.add(f32x4.add(shiftedOut(nx, n1x), v128.load(beyondRight)), both);
    old = o.old(right, keep, v128.load(qRight));
    v128.store(right, madd(wRight, sum, old));

    const m1y = v128.load(m, 16);
    const n1y = v128.load(n, 64);
    both = f32x4.add(m1y, ny);
    sum = f32x4.add(f32x4.add(shiftedIn(my, m1y), v128.load(beyondLeft, 16)), both);
    old = o.old(left + 16, keep, v128.load(qLeft, 16));
    v128.store(left, madd(wLeft, sum, old), 16);
    sum = f32x4.add(f32x4.add(shiftedOut(ny, n1y), v128.load(beyondRight, 16)), both);
    old = o.old(right + 16, keep, v128.load(qRight, 16));
    v128.store(right, madd(wRight, sum, old), 16);

    const m1z = v128.load(m, 32);
    const n1z = v128.load(n, 80);
    both = f32x4.add(m1z, nz);
    sum = f32x4.add(f32x4.add(shiftedIn(mz, m1z), v128.load(beyondLeft, 32)), both);
    old = o.old(left + 32, keep, v128.load(qLeft, 32));
    v128.store(left, madd(wLeft, sum, old), 32);
    sum = f32x4.add(f32x4.add(shiftedOut(nz, n1z), v128.load(beyondRight, 32)), both);
    old = o.old(right + 32, keep, v128.load(qRight, 32));
    v128.store(right, madd(wRight, sum, old), 32);

    wLeft = w.weight(qLeft + 112, oneLeft);
    wRight = w.weight(qRight + 112, oneRight);

    const m2x = v128.load(m, 48);
    const n2x = v128.load(n, 96);
    both = f32x4.add(m2x, n1x);
    sum = f32x4.add(f32x4.add(shiftedIn(m1x, m2x), v128.load(beyondLeft, 48)), both);
    old = o.old(left + 48, keep, v128.load(qLeft, 64));
    v128.store(left, madd(wLeft, sum, old), 48);
    sum = f32x4.add(f32x4.add(shiftedOut(n1x, n2x), v128.load(beyondRight, 48)), both);
    old = o.old(right + 48, keep, v128.load(qRight, 64));
    v128.store(right, madd(wRight, sum, old), 48);

    const m2y = v128.load(m, 64);
    const n2y = v128.load(n, 112);
    both = f32x4.add(m2y, n1y);
    sum = f32x4.add(f32x4.add(shiftedIn(m1y, m2y), v128.load(beyondLeft, 64)), both);
    old = o.old(left + 64, keep, v128.load(qLeft, 80));
    v128.store(left, madd(wLeft, sum, old), 64);
    sum = f32x4.add(f32x4.add(shiftedOut(n1y, n2y), v128.load(beyondRight, 64)), both);
    old = o.old(right + 64, keep, v128.load(qRight, 80));
    v128.store(right, madd(wRight, sum, old), 64);

    const m2z = v128.load(m, 80);
    const n2z = v128.load(n, 128);
    both = f32x4.add(m2z, n1z);
    sum = f32x4.add(f32x4.add(shiftedIn(m1z, m2z), v128.load(beyondLeft, 80)), both);
    old = o.old(left + 80, keep, v128.load(qLeft, 96));
    v128.store(left, madd(wLeft, sum, old), 80);
    sum = f32x4.add(f32x4.add(shiftedOut(n1z, n2z), v128.load(beyondRight, 80)), both);
    old = o.old(right + 80, keep, v128.load(qRight, 96));
    v128.store(right, madd(wRight, sum, old), 80);

    wLeft = w.weight(qLeft + 176, oneLeft);
    wRight = w.weight(qRight + 176, oneRight);

    const m3x = v128.load(m, 96);
    const n3x = v128.load(n, 144);
    both = f32x4.add(m3x, n2x);
    sum = f32x4.add(f32x4.add(shiftedIn(m2x, m3x), v128.load(beyondLeft, 96)), both);
    old = o.old(left + 96, keep, v128.load(qLeft, 128));
    v128.store(left, madd(wLeft, sum, old), 96);
    sum = f32x4.add(f32x4.add(shiftedOut(n2x, n3x), v128.load(beyondRight, 96)), both);
    old = o.old(right + 96, keep, v128.load(qRight, 128));
    v128.store(right, madd(wRight, sum, old), 96);

    const m3y = v128.load(m, 112);
    const n3y = v128.load(n, 160);
    both = f32x4.add(m3y, n2y);
    sum = f32x4.add(f32x4.add(shiftedIn(m2y, m3y), v128.load(beyondLeft, 112)), both);
    old = o.old(left + 112, keep, v128.load(qLeft, 144));
    v128.store(left, madd(wLeft, sum, old), 112);
    sum = f32x4.add(f32x4.add(shiftedOut(n2y, n3y), v128.load(beyondRight, 112)), both);
    old = o.old(right + 112, keep, v128.load(qRight, 144));
    v128.store(right, madd(wRight, sum, old), 112);

    const m3z = v128.load(m, 128);
    const n3z = v128.load(n, 176);
    both = f32x4.add(m3z, n2z);
    sum = f32x4.add(f32x4.add(shiftedIn(m2z, m3z), v128.load(beyondLeft, 128)), both);
    old = o.old(left + 128, keep, v128.load(qLeft, 160));
    v128.store(left, madd(wLeft, sum, old), 128);
    sum = f32x4.add(f32x4.add(shiftedOut(n2z, n3z), v128.load(beyondRight, 128)), both);
    old = o.old(right + 128, keep, v128.load(qRight, 160));
    v128.store(right, madd(wRight, sum, old), 128);

    wLeft = v128.load(qLeft, 240);
    wRight = v128.load(qRight, 240);

    mx = v128.load(m, 144);
    nx = v128.load(n, 192);
    both = f32x4.add(mx, n3x);
    sum = f32x4.add(f32x4.add(shiftedIn(m3x, mx), v128.load(beyondLeft, 144)), both);
    old = o.old(left + 144, keep, v128.load(qLeft, 192));
    v128.store(left, madd(wLeft, sum, old), 144);
    sum = f32x4.add(f32x4.add(shiftedOut(n3x, nx), v128.load(beyondRight, 144)), both);
    old = o.old(right + 144, keep, v128.load(qRight, 192));
    v128.store(right, madd(wRight, sum, old), 144);

    my = v128.load(m, 160);
    ny = v128.load(n, 208);
    both = f32x4.add(my, n3y);
    sum = f32x4.add(f32x4.add(shiftedIn(m3y, my), v128.load(beyondLeft, 160)), both);
    old = o.old(left + 160, keep, v128.load(qLeft, 208));
    v128.store(left, madd(wLeft, sum, old), 160);
    sum = f32x4.add(f32x4.add(shiftedOut(n3y, ny), v128.load(beyondRight, 160)), both);
    old = o.old(right + 160, keep, v128.load(qRight, 208));
    v128.store(right, madd(wRight, sum, old), 160);

    mz = v128.load(m, 176);
    nz = v128.load(n, 224);
    both = f32x4.add(mz, n3z);
    sum = f32x4.add(f32x4.add(shiftedIn(m3z, mz), v128.load(beyondLeft, 176)), both);
    old = o.old(left + 176, keep, v128.load(qLeft, 224));
    v128.store(left, madd(wLeft, sum, old), 176);
    sum = f32x4.add(f32x4.add(shiftedOut(n3z, nz), v128.load(beyondRight, 176)), both);
    old = o.old(right + 176, keep, v128.load(qRight, 224));
    v128.store(right, madd(wRight, sum, old), 176);

    left += 192;
    right += 192;
    m += 192;
    n += 192;
    beyondLeft += 192;
    beyondRight += 192;
    qLeft += 256;
    qRight += 256;
  }
  while (left < end) {
    const wLeft = v128.load(qLeft, 48);
    const wRight = v128.load(qRight, 48);
    let here = v128.load(m);
    let next = v128.load(n, 48);
    let both = f32x4.add(here, nx);
    let sum = f32x4.add(f32x4.add(shiftedIn(mx, here), v128.load(beyondLeft)), both);
    let old = o.old(left, keep, v128.load(qLeft));
    v128.store(left, madd(wLeft, sum, old));
    sum = f32x4.add(f32x4.add(shiftedOut(nx, next), v128.load(beyondRight)), both);
    old = o.old(right, keep, v128.load(qRight));
    v128.store(right, madd(wRight, sum, old));
    mx = here;
    nx = next;

    here = v128.load(m, 16);
    next = v128.load(n, 64);
    both = f32x4.add(here, ny);
    sum = f32x4.add(f32x4.add(shiftedIn(my, here), v128.load(beyondLeft, 16)), both);
    old = o.old(left + 16, keep, v128.load(qLeft, 16));
    v128.store(left, madd(wLeft, sum, old), 16);
    sum = f32x4.add(f32x4.add(shiftedOut(ny, next), v128.load(beyondRight, 16)), both);
    old = o.old(right + 16, keep, v128.load(qRight, 16));
    v128.store(right, madd(wRight, sum, old), 16);
    my = here;
    ny = next;

    here = v128.load(m, 32);
    next = v128.load(n, 80);
    both = f32x4.add(here, nz);
    sum = f32x4.add(f32x4.add(shiftedIn(mz, here), v128.load(beyondLeft, 32)), both);
    old = o.old(left + 32, keep, v128.load(qLeft, 32));
    v128.store(left, madd(wLeft, sum, old), 32);
    sum = f32x4.add(f32x4.add(shiftedOut(nz, next), v128.load(beyondRight, 32)), both);
    old = o.old(right + 32, keep, v128.load(qRight, 32));
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

/** Of each of four in a row the one before it. */
export function shiftedIn(before: v128, four: v128): v128 {
  return v128.shuffle<f32>(before, four, 3, 4, 5, 6);
}

/** Of each the one after it. */
export function shiftedOut(four: v128, after: v128): v128 {
  return v128.shuffle<f32>(four, after, 1, 2, 3, 4);
}

/** One row with a weight for each direction. */
export function relaxMixed<O>(
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
  const o = changetype<O>(0);
  for (let stop = row + <usize>blocksOf(columns) * 48; row < stop; q += 64, w += 64) {
    const same = v128.load(w);
    const beside = v128.load(w, 16);
    const up = v128.load(w, 32);
    const down = v128.load(w, 48);
    for (let blockEnd = row + 48; row < blockEnd; row += 16, q += 16, n += 16, above += 16, below += 16) {
      const here = v128.load(n);
      const shifted = after ? shiftedOut(here, v128.load(n, 48)) : shiftedIn(v128.load(n - 48), here);
      let sum = o.old(row, keep, v128.load(q));
      sum = f32x4.add(sum, madd(same, here, f32x4.mul(beside, shifted)));
      sum = f32x4.add(sum, madd(up, v128.load(above), f32x4.mul(down, v128.load(below))));
      v128.store(row, sum);
    }
    q -= 48;
  }
}
