// A GPU may not compare what is no number: its bits may be.
fn finite(value: f32) -> f32 {
  return select(3e38, value, (bitcast<u32>(value) & 0x7fffffffu) < 0x7f800000u);
}

