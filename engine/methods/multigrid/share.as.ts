import { gathered } from '../../blocks/grid.as';

/** The share of the pair (point, share over 65,536) at an address: exact. */
export function share(pair: usize): f32 {
  return <f32>load<u32>(pair, 4) * (1.0 / 65536.0);
}

/** The shares of four pairs, given as two vectors of two pairs. */
export function shares(two: v128, others: v128): v128 {
  return inWhole(v128.shuffle<i32>(two, others, 1, 3, 5, 7));
}

/** The shares of four pairs of a buffer, by the numbers of the pairs. */
export function sharesAt(pairs: usize, numbers: v128): v128 {
  const at = i32x4.shl(numbers, 3);
  return inWhole(
    gathered(
      pairs + 4 + <usize>i32x4.extract_lane(at, 0),
      pairs + 4 + <usize>i32x4.extract_lane(at, 1),
      pairs + 4 + <usize>i32x4.extract_lane(at, 2),
      pairs + 4 + <usize>i32x4.extract_lane(at, 3),
    ),
  );
}

function inWhole(counts: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_u(counts), f32x4.splat(1.0 / 65536.0));
}

/** Byte offset of the children of a coarse point; the offsets are stored after all pairs. */
export function firstChild(children: usize, pairs: u32, point: u32): usize {
  return (<usize>load<u32>(children + ((<usize>pairs + <usize>point) << 3))) << 3;
}
