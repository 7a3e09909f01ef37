@unmanaged
export class TakeVelocity {
  smoothed: usize;
  v: usize;
}

/** v = ṽ; see take-velocity.ts. */
export function takeVelocity(a: TakeVelocity, first: u32, end: u32): void {
  const from = (<usize>first) << 4;
  memory.copy(a.v + from, a.smoothed + from, (<usize>(end - first)) << 4);
}
