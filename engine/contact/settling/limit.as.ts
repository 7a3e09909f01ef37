import { dot, xyz } from '../../vector.as';

@unmanaged
export class Limit {
  free: usize;
  delta: usize;
  entries: usize;
  rowStarts: usize;
  contacts: usize;
  touch: usize;
  reached: usize;
  particles: u32;
  capacity: u32;
}

/** Bytes of a contact: its plane, its impulse, and that of the round before. */
const CONTACT: usize = 48;

export function limit(a: Limit, first: u32, end: u32): void {
  const row = (<usize>a.particles) << 4;
  const found = a.free + row;
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const starts = a.rowStarts + ((<usize>i) << 2);
    const from = load<u32>(starts);
    const stop = min<u32>(a.capacity, load<u32>(starts, 4));
    const ground = v128.load(a.touch + row + o);
    const hasGround = v128.any_true(f32x4.ne(xyz(ground), f32x4.splat(0)));
    store<u32>(a.reached + ((<usize>i) << 2), u32(from < stop));
    if (!hasGround && from >= stop) continue;
    const way = v128.load(found + o);
    const delta = v128.load(a.delta + o);
    for (let e = from; e < stop; e++) {
      const other = v128.load(found + ((<usize>load<u32>(a.entries + ((<usize>e) << 3))) << 4));
      const contact = a.contacts + <usize>e * CONTACT;
      const plane = v128.load(contact);
      const left = dot(plane, f32x4.sub(way, other)) - f32x4.extract_lane(plane, 3);
      store<f32>(contact, dot(plane, delta) - <f32>0.5 * max<f32>(0, left), 28);
    }
    if (!hasGround) continue;
    const left =
      dot(ground, f32x4.sub(way, v128.load(a.touch + 2 * row + o))) - f32x4.extract_lane(ground, 3);
    store<f32>(a.touch + 3 * row + o, dot(ground, delta) - max<f32>(0, left), 12);
  }
}
