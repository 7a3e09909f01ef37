fn pullSums(k: u32) {
  let mode = (k / params.blocks) * params.count;
  let block = k % params.blocks;
  var sum = vec3f(0.0);
  for (var i = BLOCK * block; i < min(params.count, BLOCK * (block + 1u)); i++) {
    sum += modes[mode + i] * pulls[i].xyz;
  }
  modePulls[k] = vec4f(sum, 0.0);
}
