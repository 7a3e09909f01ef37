/** The cell of a place. */
export function cellAt(place: v128, size: v128): v128 {
  const scaled = f32x4.div(place, size);
  return i32x4.trunc_sat_f32x4_s(
    f32x4.floor(f32x4.max(f32x4.splat(-1e9), f32x4.min(f32x4.splat(1e9), scaled))),
  );
}

/** The bin of a cell. */
export function binAt(x: i32, y: i32, z: i32, bins: u32): u32 {
  const within = (x & 3) | ((y & 3) << 2) | ((z & 3) << 4);
  const hash = ((x >> 2) * 73856093) ^ ((y >> 2) * 19349663) ^ ((z >> 2) * 83492791);
  return <u32>((hash << 6) | within) & (bins - 1);
}
