fn countAtBalls(i: u32) {
  if (rest[i].w < 0.0) { return; }
  let begin = rowStarts[i];
  for (var e = min(params.capacity, rowStarts[i + 1u]); e > begin; e--) {
    let body = rest[entries[e - 1u].x].w;
    if (body >= 0.0) { return; }
    atomicAdd(&counts[u32(-body - 1.0) * params.blocks + i / BLOCK], 1u);
  }
}
