@unmanaged
export class Outdate {
  allChildren: usize;
  neighbours: usize;
  changed: usize;
  coarseChanged: usize;
  coarseDiagonal: usize;
  width: u32;
  childWidth: u32;
  all: u32;
}

function isChanged(args: Outdate, child: u32): u32 {
  let found = load<u32>(args.changed + ((<usize>child) << 2));
  const row = args.neighbours + ((<usize>(child * args.width)) << 2);
  for (let e = row, stop = row + ((<usize>args.width) << 2); e < stop && found == 0; e += 4) {
    found = load<u32>(args.changed + ((<usize>load<u32>(e)) << 2));
  }
  return found;
}

export function outdate(args: Outdate, first: u32, end: u32): void {
  const childBytes = (<usize>args.childWidth) << 3;
  for (let point = first; point < end; point++) {
    let found = args.all;
    const children = args.allChildren + <usize>point * childBytes;
    for (let k = children; k < children + childBytes && found == 0; k += 8) {
      found = isChanged(args, load<u32>(k));
    }
    store<u32>(args.coarseChanged + ((<usize>point) << 2), found);
    if (found != 0) store<f32>(args.coarseDiagonal + ((<usize>point) << 2), -1);
  }
}
