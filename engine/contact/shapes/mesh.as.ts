// mesh.ts in AssemblyScript.
import { dot, withW, xyz } from '../../vector.as';
import { fromTriangle } from './triangle.as';

/** Bytes of a node and of a triangle. */
const NODE: usize = 32;
const TRIANGLE: usize = 160;

/** The square of the distance from the box of the node at this address. */
function toBox(node: usize, p: v128): f32 {
  const low = f32x4.sub(v128.load(node), p);
  const high = f32x4.sub(p, v128.load(node, 16));
  const out = f32x4.max(f32x4.max(low, high), f32x4.splat(0));
  return dot(out, out);
}

/** 8 times the parent plus a leaf's count. */
function familyOf(node: usize): u32 {
  return <u32>load<f32>(node, 28);
}

export function meshField(p: v128, dimensions: v128, data: usize, reach: f32): v128 {
  const outside = sqrt<f32>(toBox(data, p));
  if (outside > reach) return f32x4(0, 1, 0, outside);
  const triangles = data + NODE * <usize>f32x4.extract_lane(dimensions, 0);
  let nearest: usize = 0;
  let found = f32x4.splat(0);
  let best: f32 = outside > 0 ? reach * reach : 1e30;
  let node: u32 = 0;
  let trail: u32 = 0;
  while (true) {
    const at = data + NODE * <usize>node;
    const link = <u32>load<f32>(at, 12);
    const count = familyOf(at) & 7;
    if (count == 0) {
      const left = toBox(data + NODE * <usize>link, p);
      const right = toBox(data + NODE * <usize>(link + 1), p);
      if (min<f32>(left, right) < best) {
        node = left <= right ? link : link + 1;
        trail <<= 1;
        continue;
      }
    }
    for (let t = link; t < link + count; t++) {
      const triangle = triangles + TRIANGLE * <usize>t;
      const away = fromTriangle(
        xyz(p),
        v128.load(triangle),
        v128.load(triangle, 16),
        v128.load(triangle, 32),
      );
      const square = dot(away, away);
      if (square < best) {
        best = square;
        found = away;
        nearest = triangle;
      }
    }
    // To a sibling that is near enough, or up.
    let goesOn = false;
    while (node != 0) {
      if (trail & 1) {
        node = familyOf(data + NODE * <usize>node) >> 3;
        trail >>= 1;
      } else {
        node ^= 1;
        trail |= 1;
        goesOn = toBox(data + NODE * <usize>node, p) < best;
        if (goesOn) break;
      }
    }
    if (!goesOn) break;
  }
  if (nearest == 0) return f32x4(0, 1, 0, 1e15);
  const feature = <usize>f32x4.extract_lane(found, 3);
  const normal = v128.load(nearest + 48 + (feature << 4));
  const side: f32 = dot(found, normal) < 0 ? -1 : 1;
  const length = sqrt<f32>(best);
  if (length == 0) return withW(normal, 0);
  return withW(f32x4.mul(found, f32x4.splat(side / length)), side * length);
}
