@unmanaged
export class PartParticles {
  spares: usize;
  opened: usize;
  sectors: usize;
  x: usize;
  v: usize;
  masses: usize;
}

function copyPlace(from: usize, to: usize): void {
  store<u64>(to, load<u64>(from));
  store<f32>(to, load<f32>(from, 8), 8);
}

export function partParticles(a: PartParticles, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const spare = load<u32>(a.spares + ((<usize>i) << 3));
    const sectors = a.sectors + ((<usize>i) << 2);
    if (spare == i) continue;
    const opened = load<u32>(a.opened + ((<usize>i) << 2));
    if (load<u32>(sectors) != 0) {
      store<u32>(sectors, load<u32>(sectors) | opened);
      continue;
    }
    const here = (<usize>i) << 4;
    const there = (<usize>spare) << 4;
    copyPlace(a.x + here, a.x + there);
    if (opened == 0) continue;
    const mass = load<f32>(a.masses + here);
    const isHeld = load<f32>(a.masses + here, 4) == 0;
    const quads = load<u32>(a.spares + ((<usize>i) << 3), 4);
    const given: f32 = (mass * <f32>popcnt<u32>(opened)) / <f32>popcnt<u32>(quads);
    const kept: f32 = mass - given;
    store<f32>(a.masses + there, given);
    store<f32>(a.masses + there, 1 / given, 4);
    store<u64>(a.masses + there, load<u64>(a.masses + here, 8), 8);
    store<f32>(a.masses + here, kept);
    store<f32>(a.masses + here, isHeld ? 0 : 1 / kept, 4);
    copyPlace(a.v + here, a.v + there);
    store<u32>(sectors, opened);
  }
}
