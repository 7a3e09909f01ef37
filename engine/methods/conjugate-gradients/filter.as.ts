// The filter S of [HAN15] Alg. 1; see filter.ts.

/** v_i ← S_i v_i in a vector with three numbers a particle. */
export function filter(masses: usize, filters: usize, v: usize, i: usize): void {
  const at = v + i * 24;
  const own = filters + (i << 4);
  if (load<f32>(masses + (i << 4), 4) == 0) {
    memory.fill(at, 0, 24);
    return;
  }
  const mode = load<f32>(own, 12);
  if (mode == 0) return;
  const nx = <f64>load<f32>(own);
  const ny = <f64>load<f32>(own, 4);
  const nz = <f64>load<f32>(own, 8);
  const x = load<f64>(at);
  const y = load<f64>(at, 8);
  const z = load<f64>(at, 16);
  const along: f64 = mode == 3 ? 0 : nx * x + ny * y + nz * z;
  const keep: f64 = mode == 1 ? 1 : 0;
  const share = mode == 1 ? -along : along;
  store<f64>(at, keep * x + share * nx);
  store<f64>(at, keep * y + share * ny, 8);
  store<f64>(at, keep * z + share * nz, 16);
}
