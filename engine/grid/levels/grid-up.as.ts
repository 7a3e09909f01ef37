import { share } from '../../methods/multigrid/share.as';

@unmanaged
export class GridUp {
  gridParents: usize;
  parents: usize;
  diagonal: usize;
  gridShares: usize;
}

export function gridUp(a: GridUp, first: u32, end: u32): void {
  for (let k = first; k < end; k++) {
    const o = (<usize>k) << 2;
    const pair = load<u32>(a.gridParents + o);
    // Four parents a point.
    const isFree = pair != u32.MAX_VALUE && load<f32>(a.diagonal + ((<usize>(pair >> 2)) << 2)) != 0;
    store<f32>(a.gridShares + o, isFree ? share(a.parents + ((<usize>pair) << 3)) : 0);
  }
}
