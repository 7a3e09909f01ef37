import { rowStart } from '../../rows.as';

@unmanaged
export class Densify {
  neighbours: usize;
  weights: usize;
  members: usize;
  memberCount: usize;
  dense: usize;
  entries: u32;
  denseWidth: u32;
}

/** Four columns at once, then the remaining ones. */
export function densify(a: Densify, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const count = load<u32>(a.memberCount + ((<usize>i) << 2));
    const row = (<usize>(i * a.denseWidth)) << 2;
    let c: u32 = 0;
    for (; c + 4 <= a.denseWidth; c += 4) densifyFour(a, i, row + ((<usize>c) << 2), c, count);
    for (; c < a.denseWidth; c++) densifyOne(a, i, row + ((<usize>c) << 2), c < count);
  }
}

function densifyFour(a: Densify, i: u32, at: usize, c: u32, count: u32): void {
  const others = v128.load(a.members + at);
  let values = f32x4.splat(0);
  const stop = rowStart(a.neighbours, a.entries, i + 1);
  for (let e = rowStart(a.neighbours, a.entries, i); e < stop; e += 4) {
    const isIt = i32x4.eq(v128.load32_splat(a.neighbours + e), others);
    values = f32x4.sub(values, v128.and(v128.load32_splat(a.weights + e), isIt));
  }
  const isMember = i32x4.lt_u(i32x4.add(i32x4.splat(c), i32x4(0, 1, 2, 3)), i32x4.splat(count));
  const own = v128.and(f32x4.splat(1), isMember);
  v128.store(a.dense + at, v128.bitselect(own, values, i32x4.eq(others, i32x4.splat(i))));
}

function densifyOne(a: Densify, i: u32, at: usize, isMember: bool): void {
  const j = load<u32>(a.members + at);
  let value: f32 = isMember && j == i ? 1 : 0;
  if (j != i) {
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let e = rowStart(a.neighbours, a.entries, i); e < stop; e += 4) {
      if (load<u32>(a.neighbours + e) == j) value -= load<f32>(a.weights + e);
    }
  }
  store<f32>(a.dense + at, value);
}
