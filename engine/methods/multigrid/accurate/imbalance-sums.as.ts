import { xyz } from '../../../vector.as';
import { products, total } from '../../projective/cholesky/sums.as';

@unmanaged
export class ImbalanceSums {
  force: usize;
  sums: usize;
  count: u32;
}

export function imbalanceSums(a: ImbalanceSums, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let squares = f64x2.splat(0);
    let rounding: f64 = 0;
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let i = block << 8; i < stop; i++) {
      const r = v128.load(a.force + ((<usize>i) << 4));
      const w = <f64>f32x4.extract_lane(r, 3);
      // |∇g|² of [LBOK13] Eq. (8)
      squares = f64x2.add(squares, products(xyz(r), xyz(r)));
      rounding += w * w;
    }
    v128.store(a.sums + ((<usize>block) << 4), f32x4(<f32>total(squares), <f32>rounding, 0, 0));
  }
}
