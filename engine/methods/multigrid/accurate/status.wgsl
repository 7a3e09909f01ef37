// WGSL does not define comparisons of NaN and infinity, so the exponent bits are tested.
fn finite(value: f32) -> f32 {
  return select(3e38, value, (bitcast<u32>(value) & 0x7fffffffu) < 0x7f800000u);
}

