import { xyz } from '../../../vector.as';
import { products, total } from '../../projective/cholesky/sums.as';

@unmanaged
export class ConjugacySums {
  delta: usize;
  force: usize;
  before: usize;
  direction: usize;
  sums: usize;
  count: u32;
}

export function conjugacySums(a: ConjugacySums, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let promise = f64x2.splat(0);
    let shared = f64x2.splat(0);
    let kept = f64x2.splat(0);
    const stop = (<usize>min<u32>(a.count, (block + 1) << 8)) << 4;
    for (let o = (<usize>block) << 12; o < stop; o += 16) {
      // The products in β of [PR69]
      const s = xyz(v128.load(a.delta + o));
      const r = xyz(v128.load(a.force + o));
      promise = f64x2.add(promise, products(s, r));
      shared = f64x2.add(shared, products(s, v128.load(a.before + o)));
      kept = f64x2.add(kept, products(v128.load(a.direction + o), r));
    }
    v128.store(
      a.sums + ((<usize>block) << 4),
      f32x4(<f32>total(promise), <f32>total(shared), <f32>total(kept), 0),
    );
  }
}
