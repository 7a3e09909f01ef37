/** The share of the pair (point, share over 65,536) at an address: exact. */
export function share(pair: usize): f32 {
  return <f32>load<u32>(pair, 4) * (1.0 / 65536.0);
}
