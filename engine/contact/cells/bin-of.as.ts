/** The cell of a position. */
export function cellAt(place: v128, size: v128): v128 {
  const scaled = f32x4.div(place, size);
  return i32x4.trunc_sat_f32x4_s(
    f32x4.floor(f32x4.max(f32x4.splat(-1e9), f32x4.min(f32x4.splat(1e9), scaled))),
  );
}

/** The bin of a cell, of so many. Each of x, y and z makes its part of the hash, 64 times that, and its place within the 64. */
export function binAt(cell: v128, bins: u32): u32 {
  const hash = i32x4.mul(i32x4.shr_s(cell, 2), i32x4(73856093, 19349663, 83492791, 0));
  const within = i32x4.dot_i16x8_s(v128.and(cell, i32x4.splat(3)), i32x4(1, 4, 16, 0));
  const parts = v128.or(i32x4.shl(hash, 6), within);
  const all = v128.xor(parts, v128.shuffle<i32>(parts, parts, 1, 1, 1, 1));
  return <u32>(i32x4.extract_lane(all, 0) ^ i32x4.extract_lane(parts, 2)) & (bins - 1);
}
