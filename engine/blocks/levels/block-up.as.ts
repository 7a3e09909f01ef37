import { share, sharesAt } from '../../methods/multigrid/share.as';
import { isNothing, numbersAt } from '../grid.as';

@unmanaged
export class BlockUp {
  blockParents: usize;
  parents: usize;
  diagonal: usize;
  blockShares: usize;
}

/** Four shares at a time, then the rest one by one. */
export function blockUp(a: BlockUp, first: u32, end: u32): void {
  let k = first;
  for (; k + 4 <= end; k += 4) {
    const o = (<usize>k) << 2;
    const pairs = v128.load(a.blockParents + o);
    const none = isNothing(pairs);
    // A point has four pairs, so its number is that of the pair over four.
    const points = v128.or(i32x4.shr_u(pairs, 2), none);
    const isHeld = f32x4.eq(numbersAt(a.diagonal, points), f32x4.splat(0));
    const shares = sharesAt(a.parents, v128.andnot(pairs, none));
    v128.store(a.blockShares + o, v128.andnot(shares, isHeld));
  }
  for (; k < end; k++) {
    const o = (<usize>k) << 2;
    const pair = load<u32>(a.blockParents + o);
    const isFree = pair != u32.MAX_VALUE && load<f32>(a.diagonal + ((<usize>(pair >> 2)) << 2)) != 0;
    store<f32>(a.blockShares + o, isFree ? share(a.parents + ((<usize>pair) << 3)) : 0);
  }
}
