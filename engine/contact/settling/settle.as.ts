import { rowStart } from '../../rows.as';
import { dot, madd, xyz } from '../../vector.as';
import { nextReached } from './reached.as';

@unmanaged
export class Settle {
  delta: usize;
  rhs: usize;
  neighbours: usize;
  weights: usize;
  reached: usize;
  rowStarts: usize;
  contacts: usize;
  touch: usize;
  entries: u32;
  particles: u32;
  capacity: u32;
}

/** Bytes of a contact. */
const CONTACT: usize = 48;

// [Cry71]: a projected sweep
export function settle(a: Settle, first: u32, end: u32): void {
  const row = (<usize>a.particles) << 4;
  for (let i = nextReached(a.reached, first, end); i < end; i = nextReached(a.reached, i + 1, end)) {
    const o = (<usize>i) << 4;
    const p = a.delta + o;
    const entry = rowStart(a.neighbours, a.entries, i);
    let n = a.neighbours + entry;
    let w = a.weights + entry;
    let sum = v128.load(a.rhs + o);
    let pulls = f32x4.splat(0);
    for (
      const rowEnd = a.neighbours + rowStart(a.neighbours, a.entries, i + 1);
      n < rowEnd;
      n += 16, w += 16
    ) {
      pulls = f32x4.add(pulls, v128.load(w));
      sum = madd(v128.load32_splat(w), deltaOf(a, n), sum);
      sum = madd(v128.load32_splat(w, 4), deltaOf(a, n + 4), sum);
      sum = madd(v128.load32_splat(w, 8), deltaOf(a, n + 8), sum);
      sum = madd(v128.load32_splat(w, 12), deltaOf(a, n + 12), sum);
    }
    const pull = dot(pulls, f32x4.splat(1)) + f32x4.extract_lane(pulls, 3);
    if (pull == 0) continue;
    sum = f32x4.div(sum, f32x4.splat(pull));
    const starts = a.rowStarts + ((<usize>i) << 2);
    const from = load<u32>(starts);
    const stop = min<u32>(a.capacity, load<u32>(starts, 4));
    const ground = xyz(v128.load(a.touch + row + o));
    const hasGround = v128.any_true(f32x4.ne(ground, f32x4.splat(0)));
    if (hasGround || from < stop)
      for (let time = 0; time < 2; time++) {
        for (let e = from; e < stop; e++) {
          const contact = a.contacts + <usize>e * CONTACT;
          sum = keptAbove(sum, xyz(v128.load(contact)), load<f32>(contact, 28));
        }
        if (hasGround) sum = keptAbove(sum, ground, load<f32>(a.touch + 3 * row + o, 12));
      }
    v128.store(p, sum);
  }
}

/** δ of the neighbour whose slot is here. */
function deltaOf(a: Settle, n: usize): v128 {
  return v128.load(a.delta + ((<usize>load<u32>(n)) << 4));
}

/** Adds the violation along a normal. */
function keptAbove(here: v128, n: v128, least: f32): v128 {
  return f32x4.add(here, f32x4.mul(f32x4.splat(max<f32>(0, least - dot(n, here))), n));
}
