// Whether p is made of numbers of at most 1e15. NaN and infinity may not be compared on a GPU: their bits may.
fn isSound(p: vec3f) -> bool {
  let bits = bitcast<vec3u>(p) & vec3u(0x7fffffffu);
  return all(bits <= vec3u(0x58635fa9u));
}

fn soundOr0(p: vec3f) -> vec3f {
  let bits = bitcast<vec3u>(p) & vec3u(0x7fffffffu);
  return select(vec3f(0.0), p, bits <= vec3u(0x58635fa9u));
}
