import { share } from './share.as';

@unmanaged
export class Coarsen {
  children: usize;
  neighbours: usize;
  weights: usize;
  diagonal: usize;
  parents: usize;
  places: usize;
  coarseWeights: usize;
  coarseDiagonal: usize;
  width: u32;
  childWidth: u32;
  coarseWidth: u32;
  tableSize: u32;
}

function diagonalOf(args: Coarsen, i: u32): f32 {
  return load<f32>(args.diagonal + ((<usize>i) << 2));
}

function entryOf(args: Coarsen, point: u32, other: u32): u32 {
  const mask = args.tableSize - 1;
  const table = args.places + ((<usize>(point * args.tableSize)) << 3);
  let at = other & mask;
  while (load<u32>(table + ((<usize>at) << 3)) != other) at = (at + 1) & mask;
  return load<u32>(table + ((<usize>at) << 3), 4);
}

function spread(args: Coarsen, point: u32, j: u32, a: f32): f32 {
  let own: f32 = 0;
  const pairs = args.parents + ((<usize>j) << 5);
  for (let k = pairs; k < pairs + 32; k += 8) {
    const amount: f32 = a * share(k);
    if (amount == 0) continue;
    const parent = load<u32>(k);
    if (parent == point) {
      own += amount;
      continue;
    }
    const weight = args.coarseWeights + ((<usize>entryOf(args, point, parent)) << 2);
    store<f32>(weight, load<f32>(weight) + amount);
  }
  return own;
}

export function coarsen(args: Coarsen, first: u32, end: u32): void {
  const bytes = (<usize>args.width) << 2;
  const childBytes = (<usize>args.childWidth) << 3;
  const coarseBytes = (<usize>args.coarseWidth) << 2;
  for (let point = first; point < end; point++) {
    if (load<f32>(args.coarseDiagonal + ((<usize>point) << 2)) != -1) continue;
    const row = args.coarseWeights + <usize>point * coarseBytes;
    memory.fill(row, 0, coarseBytes);
    let own: f32 = 0;
    let size: f32 = 0;
    for (let k = args.children + <usize>point * childBytes, stop = k + childBytes; k < stop; k += 8) {
      const i = load<u32>(k);
      const a: f32 = share(k) * diagonalOf(args, i);
      if (a == 0) continue;
      size = size + share(k) * a;
      own += spread(args, point, i, a);
      for (let e = <usize>i * bytes, last = e + bytes; e < last; e += 4) {
        const j = load<u32>(args.neighbours + e);
        const weight = load<f32>(args.weights + e);
        if (weight != 0 && diagonalOf(args, j) != 0) own += spread(args, point, j, -a * weight);
      }
    }
    const isNothing = own <= <f32>1e-5 * size;
    store<f32>(args.coarseDiagonal + ((<usize>point) << 2), isNothing ? 0 : own);
    for (let e = row; e < row + coarseBytes; e += 4) store<f32>(e, isNothing ? 0 : -load<f32>(e) / own);
  }
}
