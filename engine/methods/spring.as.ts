import { dot } from '../vector.as';

/** The local solution of one spring, [PNF18] Alg. 3, [LBOK13] Eq. (10): d = L e/|e|; see spring.ts. */
export function restVector(e: v128, rest: f32, spring: u32, i: u32, j: u32): v128 {
  const length2 = dot(e, e);
  if (length2 > <f32>1e-12 * rest * rest) return f32x4.mul(f32x4.splat(rest / sqrt<f32>(length2)), e);
  const along: f32 = i < j ? rest : -rest;
  const axis = spring % 3;
  if (axis == 0) return f32x4(along, 0, 0, 0);
  if (axis == 1) return f32x4(0, along, 0, 0);
  return f32x4(0, 0, along, 0);
}

/** From the second end of a spring to its first; `ends` is where their slots stand. */
export function spanOf(x: usize, ends: usize): v128 {
  const i = (<usize>load<u32>(ends)) << 4;
  const j = (<usize>load<u32>(ends, 4)) << 4;
  return f32x4.sub(v128.load(x + i), v128.load(x + j));
}

/** The stiffness of four entries of particle i, which have their neighbours and the numbers of their springs here; 0 in empty ones. */
export function stiffnessesOf(i: u32, neighbours: usize, springs: usize, numbers: usize): v128 {
  const isThere = i32x4.ne(v128.load(neighbours), i32x4.splat(i));
  return v128.and(stiffnesses(springs, numbers), isThere);
}

/** The stiffness of four springs, whose numbers are here. */
export function stiffnesses(springs: usize, numbers: usize): v128 {
  let s = v128.load32_zero(springs + ((<usize>load<u32>(numbers)) << 3), 4);
  s = v128.load32_lane(springs + ((<usize>load<u32>(numbers, 4)) << 3), s, 1, 4);
  s = v128.load32_lane(springs + ((<usize>load<u32>(numbers, 8)) << 3), s, 2, 4);
  return v128.load32_lane(springs + ((<usize>load<u32>(numbers, 12)) << 3), s, 3, 4);
}
