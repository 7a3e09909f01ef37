@unmanaged
export class McgSums {
  a: usize;
  b: usize;
  sums: usize;
  particles: u32;
}

/** The sums of [HAN15] Alg. 1; see mcg-sums.ts. */
export function mcgSums(args: McgSums, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let product: f64 = 0;
    let squares: f64 = 0;
    const stop = <usize>min<u32>(args.particles, (block + 1) << 8) * 24;
    for (let c = <usize>(block << 8) * 24; c < stop; c += 8) {
      const b = load<f64>(args.b + c);
      product += load<f64>(args.a + c) * b;
      squares += b * b;
    }
    store<f64>(args.sums + ((<usize>block) << 4), product);
    store<f64>(args.sums + ((<usize>block) << 4), squares, 8);
  }
}
