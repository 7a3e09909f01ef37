import { xyz } from '../../vector.as';

@unmanaged
export class React {
  reactionSums: usize;
  ballSlots: usize;
  masses: usize;
  next: usize;
  free: usize;
  blocks: u32;
  balls: u32;
  share: f32;
  counted: f32;
  particles: u32;
  ahead: f32;
}

export function react(a: React, first: u32, end: u32): void {
  const bytes = (<usize>a.balls) << 4;
  const parts = f32x4(a.share, a.share, a.share, a.counted);
  const ahead = f32x4(1 + a.ahead, 1 + a.ahead, 1 + a.ahead, 1);
  for (let ball = first; ball < end; ball++) {
    let sums = f32x4.splat(0);
    let at = a.reactionSums + ((<usize>ball) << 4);
    for (let block: u32 = 0; block < a.blocks; block++, at += bytes) {
      sums = f32x4.add(sums, v128.load(at));
    }
    const o = (<usize>load<u32>(a.ballSlots + ((<usize>ball) << 2))) << 4;
    const moved = f32x4.mul(f32x4.mul(parts, f32x4.splat(load<f32>(a.masses + o, 4))), sums);
    const found = a.free + ((<usize>a.particles) << 4) + o;
    v128.store(found, f32x4.add(v128.load(found), xyz(moved)));
    v128.store(a.next + o, f32x4.add(v128.load(a.next + o), f32x4.mul(ahead, moved)));
  }
}
