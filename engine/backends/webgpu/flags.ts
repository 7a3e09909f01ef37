// WebGPU's flags by value: the globals that name them don't exist in Node.
export const GPU_USAGE = {
  MAP_READ: 0x1,
  COPY_SRC: 0x4,
  COPY_DST: 0x8,
  INDEX: 0x10,
  VERTEX: 0x20,
  UNIFORM: 0x40,
  STORAGE: 0x80,
  QUERY_RESOLVE: 0x200,
} as const;
export const GPU_MAP_READ = 0x1;
export const GPU_COMPUTE = 0x4;
