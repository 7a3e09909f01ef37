import { spanOf } from '../methods/spring.as';
import { xOf, yOf, zOf } from '../vector.as';
import { inTwo, sumOf } from './sums.as';

@unmanaged
export class SpringSums {
  x: usize;
  ends: usize;
  springs: usize;
  springTotals: usize;
  springCounts: usize;
  count: u32;
}

/** Four springs at a time; behind the last of a block stands the last again, with no weight. Sums are in float64. */
export function springSums(a: SpringSums, first: u32, end: u32): void {
  const none = f32x4.splat(0);
  for (let block = first; block < end; block++) {
    let error = f64x2.splat(0);
    let strains = f64x2.splat(0);
    let energy = f64x2.splat(0);
    let most = none;
    let n: i32 = 0;
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let s = block << 8; s < stop; s += 4) {
      const o = (<usize>s) << 3;
      const p = (<usize>min<u32>(s + 1, stop - 1)) << 3;
      const q = (<usize>min<u32>(s + 2, stop - 1)) << 3;
      const r = (<usize>min<u32>(s + 3, stop - 1)) << 3;
      const early = v128.shuffle<f32>(
        v128.load64_zero(a.springs + o),
        v128.load64_zero(a.springs + p),
        0,
        1,
        4,
        5,
      );
      const late = v128.shuffle<f32>(
        v128.load64_zero(a.springs + q),
        v128.load64_zero(a.springs + r),
        0,
        1,
        4,
        5,
      );
      const rest = v128.shuffle<f32>(early, late, 0, 2, 4, 6);
      const isThere = i32x4.lt_u(i32x4.add(i32x4.splat(s), i32x4(0, 1, 2, 3)), i32x4.splat(stop));
      const stiffness = v128.and(isThere, v128.shuffle<f32>(early, late, 1, 3, 5, 7));
      const counts = f32x4.ne(stiffness, none);
      n += popcnt<i32>(i32x4.bitmask(counts));

      const e0 = spanOf(a.x, a.ends + o);
      const e1 = spanOf(a.x, a.ends + p);
      const e2 = spanOf(a.x, a.ends + q);
      const e3 = spanOf(a.x, a.ends + r);
      const x = xOf(e0, e1, e2, e3);
      const y = yOf(e0, e1, e2, e3);
      const z = zOf(e0, e1, e2, e3);
      const length = f32x4.sqrt(f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z)));
      const stretch = v128.and(counts, f32x4.sub(length, rest));
      const strain = v128.and(f32x4.gt(rest, none), f32x4.abs(f32x4.div(stretch, rest)));
      most = f32x4.pmax(most, strain);
      strains = f64x2.add(strains, inTwo(strain));
      const squares = f32x4.mul(stretch, stretch);
      // [PNF18] Eq. (7)
      error = f64x2.add(error, inTwo(squares));
      energy = f64x2.add(energy, inTwo(f32x4.mul(f32x4.mul(f32x4.splat(0.5), stiffness), squares)));
    }
    most = f32x4.pmax(most, v128.shuffle<f32>(most, most, 2, 3, 0, 1));
    v128.store(
      a.springTotals + ((<usize>block) << 4),
      f32x4(
        sumOf(error),
        sumOf(strains),
        max<f32>(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
        sumOf(energy),
      ),
    );
    store<f32>(a.springCounts + ((<usize>block) << 2), <f32>n);
  }
}
