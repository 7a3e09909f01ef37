import { share, shares } from '../../methods/multigrid/share.as';
import { gathered, isNothing, numbersAt } from '../grid.as';

@unmanaged
export class BlockDown {
  blockChildren: usize;
  blockPoints: usize;
  children: usize;
  diagonal: usize;
  coarseDiagonal: usize;
  blockShares: usize;
}

/** Four shares at a time; those before the first and after the last group of four one by one. */
// [BHM00] Ch. 3 and 8: Pᵀ, for residuals divided by their diagonals
export function blockDown(a: BlockDown, first: u32, end: u32): void {
  let k = first;
  for (; k < end && (k & 3) != 0; k++) one(a, k);
  for (; k + 4 <= end; k += 4) {
    const o = (<usize>k) << 2;
    const points = v128.load(a.blockPoints + ((<usize>(k / 36)) << 4));
    v128.store(a.blockShares + o, sharesOf(a, v128.load(a.blockChildren + o), points));
  }
  for (; k < end; k++) one(a, k);
}

function one(a: BlockDown, k: u32): void {
  const o = (<usize>k) << 2;
  const point = load<u32>(a.blockPoints + ((<usize>(k / 36)) << 4) + (o & 12));
  store<f32>(a.blockShares + o, shareOf(a, load<u32>(a.blockChildren + o), point));
}

function sharesOf(a: BlockDown, numbers: v128, points: v128): v128 {
  const none = isNothing(numbers);
  if (i32x4.all_true(none)) return f32x4.splat(0);
  const pairs = v128.andnot(numbers, none);
  const own = numbersAt(a.coarseDiagonal, v128.or(points, none));
  const at = i32x4.shl(pairs, 3);
  let two = v128.load64_zero(a.children + <usize>i32x4.extract_lane(at, 0));
  two = v128.load64_lane(a.children + <usize>i32x4.extract_lane(at, 1), two, 1);
  let others = v128.load64_zero(a.children + <usize>i32x4.extract_lane(at, 2));
  others = v128.load64_lane(a.children + <usize>i32x4.extract_lane(at, 3), others, 1);
  const children = i32x4.shl(v128.shuffle<i32>(two, others, 0, 2, 4, 6), 2);
  const diagonal = gathered(
    a.diagonal + <usize>i32x4.extract_lane(children, 0),
    a.diagonal + <usize>i32x4.extract_lane(children, 1),
    a.diagonal + <usize>i32x4.extract_lane(children, 2),
    a.diagonal + <usize>i32x4.extract_lane(children, 3),
  );
  const amounts = f32x4.mul(shares(two, others), diagonal);
  return v128.andnot(f32x4.div(amounts, own), f32x4.eq(own, f32x4.splat(0)));
}

function shareOf(a: BlockDown, pair: u32, point: u32): f32 {
  if (pair == u32.MAX_VALUE) return 0;
  const own = load<f32>(a.coarseDiagonal + ((<usize>point) << 2));
  const child = a.children + ((<usize>pair) << 3);
  return own == 0 ? 0 : (share(child) * load<f32>(a.diagonal + ((<usize>load<u32>(child)) << 2))) / own;
}
