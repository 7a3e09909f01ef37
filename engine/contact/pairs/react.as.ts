import { withW } from '../../vector.as';

@unmanaged
export class React {
  reactionSums: usize;
  ballSlots: usize;
  masses: usize;
  next: usize;
  blocks: u32;
  balls: u32;
  share: f32;
}

export function react(a: React, first: u32, end: u32): void {
  const bytes = (<usize>a.balls) << 4;
  for (let ball = first; ball < end; ball++) {
    let sums = f32x4.splat(0);
    let at = a.reactionSums + ((<usize>ball) << 4);
    for (let block: u32 = 0; block < a.blocks; block++, at += bytes) {
      sums = f32x4.add(sums, v128.load(at));
    }
    const o = (<usize>load<u32>(a.ballSlots + ((<usize>ball) << 2))) << 4;
    const before = v128.load(a.next + o);
    const weight = f32x4.splat(a.share * load<f32>(a.masses + o, 4));
    const count = f32x4.extract_lane(before, 3) + f32x4.extract_lane(sums, 3);
    v128.store(a.next + o, withW(f32x4.add(before, f32x4.mul(weight, sums)), count));
  }
}
