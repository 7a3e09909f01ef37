@unmanaged
export class BlockAlike {
  blockShares: usize;
  blockMiddles: usize;
}

// The weights of full weighting, [BHM00] Ch. 3
export function blockAlike(a: BlockAlike, first: u32, end: u32): void {
  for (let quad = first; quad < end; quad++) {
    const share = a.blockShares + <usize>quad * 144;
    const middle = areBilinear(share) ? v128.load(share, 48) : f32x4.splat(0);
    v128.store(a.blockMiddles + ((<usize>quad) << 4), middle);
  }
}

/** Whether the nine shares are bilinear. They are stored row by row: the coarse point's column, the next one, the one before. */
function areBilinear(share: usize): bool {
  const middle = v128.load(share, 48);
  const half = f32x4.mul(middle, f32x4.splat(0.5));
  const quarter = f32x4.mul(middle, f32x4.splat(0.25));
  let same = f32x4.eq(v128.load(share), half);
  same = v128.and(same, f32x4.eq(v128.load(share, 16), quarter));
  same = v128.and(same, f32x4.eq(v128.load(share, 32), quarter));
  same = v128.and(same, f32x4.eq(v128.load(share, 64), half));
  same = v128.and(same, f32x4.eq(v128.load(share, 80), half));
  same = v128.and(same, f32x4.eq(v128.load(share, 96), half));
  same = v128.and(same, f32x4.eq(v128.load(share, 112), quarter));
  same = v128.and(same, f32x4.eq(v128.load(share, 128), quarter));
  return i32x4.all_true(same);
}
