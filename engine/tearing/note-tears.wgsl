fn noteTears(k: u32) {
  atomicAdd(&tears[0], 1u);
}
