@unmanaged
export class Hit {
  aims: usize;
  x: usize;
  picked: usize;
  particleBlocks: u32;
}

export function hit(a: Hit, first: u32, end: u32): void {
  if (first >= end) return;
  let best = a.aims;
  const stop = a.aims + ((<usize>a.particleBlocks) << 4);
  // [NP17] 5.3.8: only the closest is picked
  for (let at = a.aims + 16; at < stop; at += 16) {
    if (load<f32>(at) < load<f32>(best)) best = at;
  }
  v128.store(a.picked, v128.load(best));
  const slot = <usize>load<f32>(best, 4);
  v128.store(a.picked, v128.load(a.x + (slot << 4)), 16);
}
