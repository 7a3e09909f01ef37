/**
 * What this GPU can do without the engine: the same sweep written by hand for a grid whose springs are all alike, and a copy,
 * which says how many bytes a second memory gives.
 */

import { median } from '../../lab/measure.ts';

/** WebGPU's flags by value: Node has no globals that name them. */
const USAGE = { STORAGE: 0x80, COPY_DST: 0x8, UNIFORM: 0x40 } as const;

const GROUP = 64;

/**
 * One colour of [PNF18] Eq. (3) and (6) on a grid with one weight: the squares of a colour lie together, a row of them after the
 * other, so that a thread reads its four neighbours from the other colour's half.
 */
const SWEEP = `
struct Params { columns: u32, rows: u32, colour: u32, half: u32 }
@group(0) @binding(0) var<storage, read_write> delta: array<vec4f>;
@group(0) @binding(1) var<storage, read> rhs: array<vec4f>;
@group(0) @binding(2) var<uniform> params: Params;
@compute @workgroup_size(${GROUP})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let k = id.x + id.y * groups.x * ${GROUP}u;
  let across = params.columns / 2u;
  let row = k / across;
  if (row >= params.rows) { return; }
  let shift = (row + params.colour) & 1u;
  let own = params.colour * params.half + k;
  let other = (1u - params.colour) * params.half + k;
  let left = select(k, k - 1u, shift == 0u && k % across > 0u);
  let right = select(k, k + 1u, shift == 1u && k % across + 1u < across);
  let far = (1u - params.colour) * params.half + select(right, left, shift == 0u);
  var sum = -0.7 * delta[own] + rhs[own];
  sum += 0.4 * (delta[other] + delta[far]);
  if (row > 0u) { sum += 0.4 * delta[other - across]; }
  if (row + 1u < params.rows) { sum += 0.4 * delta[other + across]; }
  delta[own] = sum;
}`;

const COPY = `
@group(0) @binding(0) var<storage, read> source: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> target_: array<vec4f>;
@compute @workgroup_size(${GROUP})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let k = id.x + id.y * groups.x * ${GROUP}u;
  if (k < arrayLength(&target_)) { target_[k] = source[k]; }
}`;

const groupsOf = (items: number): [number, number] => {
  const groups = Math.ceil(items / GROUP);
  const rows = Math.ceil(groups / 65_535);
  return rows <= 1 ? [groups, 1] : [65_535, rows];
};

/** Milliseconds that the shorter of two measurements takes, about, and all of them at most. */
const SHORT = 0.5;
const ALL = 500;

/** Microseconds of what `encode` does: the difference of two lengths has no time in it to submit and to be woken. */
async function timed(device: GPUDevice, encode: (pass: GPUComputePassEncoder) => void): Promise<number> {
  const take = async (times: number): Promise<number> => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (let t = 0; t < times; t++) encode(pass);
    pass.end();
    const commands = encoder.finish();
    const began = performance.now();
    device.queue.submit([commands]);
    await device.queue.onSubmittedWorkDone();
    return performance.now() - began;
  };
  await take(1); // compiled, and memory is there
  const one = await take(1);
  // What takes long is measured as it is; of the rest, a submit takes the most.
  const each = one > 10 ? one : Math.max(1e-3, ((await take(33)) - one) / 32);
  const short = Math.max(1, Math.min(1000, Math.round(SHORT / each)));
  const long = 4 * short;
  const took: [number[], number[]] = [[], []];
  for (const began = performance.now(); took[1].length < 2 || performance.now() - began < ALL; ) {
    took[0].push(await take(short));
    took[1].push(await take(long));
  }
  return (1000 * (median(took[1]) - median(took[0]))) / (long - short);
}

/** Microseconds of a hand-written sweep over a grid of so many particles along each side, an even number. */
export async function probeSweep(device: GPUDevice, side: number): Promise<number> {
  const [columns, rows] = [side, side];
  const half = (columns * rows) / 2;
  const bytes = 16 * columns * rows;
  const [delta, rhs] = [0, 1].map(() => device.createBuffer({ size: bytes, usage: USAGE.STORAGE }));
  const pipeline = await device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code: SWEEP }), entryPoint: 'main' },
  });
  const uniforms = [0, 1].map((colour) => {
    const buffer = device.createBuffer({ size: 16, usage: USAGE.UNIFORM | USAGE.COPY_DST });
    device.queue.writeBuffer(buffer, 0, Uint32Array.of(columns, rows, colour, half));
    return buffer;
  });
  const bindings = uniforms.map((uniform) =>
    device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [delta, rhs, uniform].map((buffer, binding) => ({ binding, resource: { buffer } })),
    }),
  );
  const [x, y] = groupsOf(half);
  const us = await timed(device, (pass) => {
    pass.setPipeline(pipeline);
    for (const group of bindings) {
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(x, y);
    }
  });
  for (const buffer of [delta, rhs, ...uniforms]) buffer.destroy();
  return us;
}

/** Bytes a second that a copy reads and writes, together. */
export async function probeBandwidth(device: GPUDevice): Promise<number> {
  const size = Math.min(1 << 27, device.limits.maxStorageBufferBindingSize);
  const buffers = [0, 1].map(() => device.createBuffer({ size, usage: USAGE.STORAGE }));
  const pipeline = await device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code: COPY }), entryPoint: 'main' },
  });
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const [x, y] = groupsOf(size / 16);
  const us = await timed(device, (pass) => {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(x, y);
  });
  for (const buffer of buffers) buffer.destroy();
  return (2 * size) / (us / 1e6);
}
