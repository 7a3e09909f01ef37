// Whether p is made of numbers of at most 1e15. NaN and infinity may not be compared on a GPU: their bits may.
fn isSound(p: vec3f) -> bool {
  let bits = bitcast<vec3u>(p) & vec3u(0x7fffffffu);
  return all(bits <= vec3u(0x58635fa9u));
}
