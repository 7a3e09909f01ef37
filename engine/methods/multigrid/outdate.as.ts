import { gathered } from '../../blocks/grid.as';
import { rowStart } from '../../rows.as';
import { firstChild } from './share.as';

@unmanaged
export class Outdate {
  children: usize;
  neighbours: usize;
  changed: usize;
  coarseChanged: usize;
  coarseDiagonal: usize;
  entries: u32;
  pairs: u32;
  all: u32;
}

export function outdate(args: Outdate, first: u32, end: u32): void {
  if (args.all != 0) {
    fill(args.coarseChanged, first, end, i32x4.splat(args.all));
    fill(args.coarseDiagonal, first, end, f32x4.splat(-1));
    return;
  }
  for (let point = first; point < end; point++) {
    let found: u32 = 0;
    const children = args.children;
    const stop = children + firstChild(children, args.pairs, point + 1);
    for (let k = children + firstChild(children, args.pairs, point); k < stop && found == 0; k += 8) {
      found = isChanged(args, load<u32>(k));
    }
    store<u32>(args.coarseChanged + ((<usize>point) << 2), found);
    if (found != 0) store<f32>(args.coarseDiagonal + ((<usize>point) << 2), -1);
  }
}

/** 1 if a child's row or a row that it reads has changed, else 0. Rows are a multiple of four long. */
function isChanged(args: Outdate, child: u32): u32 {
  if (load<u32>(args.changed + ((<usize>child) << 2)) != 0) return 1;
  const neighbours = args.neighbours;
  const entries = args.entries;
  const stop = neighbours + rowStart(neighbours, entries, child + 1);
  for (let e = neighbours + rowStart(neighbours, entries, child); e < stop; e += 16) {
    const changed = gathered(
      args.changed + ((<usize>load<u32>(e)) << 2),
      args.changed + ((<usize>load<u32>(e, 4)) << 2),
      args.changed + ((<usize>load<u32>(e, 8)) << 2),
      args.changed + ((<usize>load<u32>(e, 12)) << 2),
    );
    if (v128.any_true(changed)) return 1;
  }
  return 0;
}

function fill(buffer: usize, first: u32, end: u32, value: v128): void {
  let at = buffer + ((<usize>first) << 2);
  const stop = buffer + ((<usize>end) << 2);
  for (; at + 16 <= stop; at += 16) v128.store(at, value);
  for (; at < stop; at += 4) v128.store32_lane(at, value, 0);
}
