import { share } from '../../methods/multigrid/share.as';

@unmanaged
export class GridDown {
  gridChildren: usize;
  children: usize;
  diagonal: usize;
  coarseDiagonal: usize;
  gridShares: usize;
  childWidth: u32;
}

export function gridDown(a: GridDown, first: u32, end: u32): void {
  for (let k = first; k < end; k++) {
    const o = (<usize>k) << 2;
    store<f32>(a.gridShares + o, shareOf(a, load<u32>(a.gridChildren + o)));
  }
}

function shareOf(a: GridDown, pair: u32): f32 {
  if (pair == u32.MAX_VALUE) return 0;
  const own = load<f32>(a.coarseDiagonal + ((<usize>(pair / a.childWidth)) << 2));
  const child = a.children + ((<usize>pair) << 3);
  return own == 0 ? 0 : (share(child) * load<f32>(a.diagonal + ((<usize>load<u32>(child)) << 2))) / own;
}
