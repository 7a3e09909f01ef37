import { withW, xyz } from '../../vector.as';

@unmanaged
export class React {
  starts: usize;
  atBalls: usize;
  contacts: usize;
  ballSlots: usize;
  masses: usize;
  next: usize;
  free: usize;
  blocks: u32;
  share: f32;
  counted: f32;
  particles: u32;
  ahead: f32;
}

/** Bytes of a contact. */
const CONTACT: usize = 48;

// [TBV12]: the inverse mass of a ball is shared by its contacts
export function react(a: React, first: u32, end: u32): void {
  const parts = f32x4(a.share, a.share, a.share, a.counted);
  const ahead = f32x4(1 + a.ahead, 1 + a.ahead, 1 + a.ahead, 1);
  for (let ball = first; ball < end; ball++) {
    const key = a.starts + ((<usize>(ball * a.blocks)) << 2);
    let e = load<u32>(key);
    const touching = load<u32>(key + ((<usize>a.blocks) << 2)) - e;
    if (touching == 0) continue;
    let sums = f32x4.splat(0);
    for (let block: u32 = 1; block <= a.blocks; block++) {
      const stop = load<u32>(key + ((<usize>block) << 2));
      if (e == stop) continue;
      let ofBlock = f32x4.splat(0);
      for (; e < stop; e++) ofBlock = f32x4.sub(ofBlock, impulseAt(a, e));
      sums = f32x4.add(sums, ofBlock);
    }
    sums = withW(sums, <f32>touching);
    const o = (<usize>load<u32>(a.ballSlots + ((<usize>ball) << 2))) << 4;
    const moved = f32x4.mul(f32x4.mul(parts, f32x4.splat(load<f32>(a.masses + o, 4))), sums);
    const found = a.free + ((<usize>a.particles) << 4) + o;
    v128.store(found, f32x4.add(v128.load(found), xyz(moved)));
    v128.store(a.next + o, f32x4.add(v128.load(a.next + o), f32x4.mul(ahead, moved)));
  }
}

/** The total impulse of a contact of a ball. */
function impulseAt(a: React, at: u32): v128 {
  const contact = a.contacts + <usize>load<u32>(a.atBalls + ((<usize>at) << 2)) * CONTACT;
  const impulse = v128.load(contact, 16);
  return f32x4.add(impulse, f32x4.mul(v128.load(contact), f32x4.splat(f32x4.extract_lane(impulse, 3))));
}
