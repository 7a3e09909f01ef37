// Lists in memory, as the kernels of the factorisation read them.

export function get(list: usize, k: u32): u32 {
  return load<u32>(list + ((<usize>k) << 2));
}

export function set(list: usize, k: u32, value: u32): void {
  store<u32>(list + ((<usize>k) << 2), value);
}

/** Address of number k of a list of float64. */
export function at(list: usize, k: u32): usize {
  return list + ((<usize>k) << 3);
}
