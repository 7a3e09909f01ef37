/** Marsaglia's xorshift: seeded, the same everywhere. */
export function seeded(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b9) ^ 0x2545f491) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}
