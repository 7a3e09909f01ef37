// Memory for the lists of an analysis: allocated upwards from the end of the module's own data, and freed all at once.

let free: usize = __heap_base;

export function clear(): void {
  free = __heap_base;
}

/** Allocates memory at a multiple of 64, which is not cleared. */
export function allocate(bytes: usize): usize {
  const at = (free + 63) & ~63;
  free = at + bytes;
  const missing = <i32>((free + 0xffff) >> 16) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
  return at;
}

/** Allocates integers whose bytes are all `value`: 0 or −1. */
export function filled(count: u32, value: u8): usize {
  const at = allocate((<usize>count) << 2);
  memory.fill(at, value, (<usize>count) << 2);
  return at;
}

export function integers(count: u32): usize {
  return allocate((<usize>count) << 2);
}
