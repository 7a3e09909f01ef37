@unmanaged
export class Restart {
  delta: usize;
  swept: usize;
  previous: usize;
}

export function restart(a: Restart, first: u32, end: u32): void {
  const o: usize = (<usize>first) << 4;
  const bytes: usize = (<usize>(end - first)) << 4;
  memory.copy(a.swept + o, a.delta + o, bytes);
  memory.copy(a.previous + o, a.delta + o, bytes);
}
