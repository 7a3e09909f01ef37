/** A kernel as a WGSL module: header from its declaration, its own text, the entry point. */
import { BLOCK, type Element, type Kernel } from '../../kernel.ts';

const WGSL_TYPE: Readonly<Record<Exclude<Element, 'f64'>, string>> = {
  real: 'f32',
  vec2: 'vec2<f32>',
  vec4: 'vec4<f32>',
  u32: 'u32',
  uvec2: 'vec2<u32>',
};

/** Invocations per workgroup, unless that is a block. */
const WORKGROUP = 64;

/** Items that a workgroup does. */
const itemsOf = ({ lanes = 1 }: Kernel): number => Math.max(1, WORKGROUP / lanes);

/** Workgroups for so many items. */
export const workgroupsFor = (kernel: Kernel, items: number): number => Math.ceil(items / itemsOf(kernel));

/**
 * The whole module. Buffers are bound in the order of the declaration, then the parameters as a uniform. In a region that may be
 * left out, `isGated`, the word that says so is one more uniform: so that a kernel of eight storage buffers has room for it.
 */
export function wgslModule(kernel: Kernel, isGated = false): string {
  if (kernel.wgsl === undefined) throw new Error(`kernel ${kernel.name} has no WGSL version`);
  const names = Object.keys(kernel.buffers);
  const bindings = names.map((name, binding) => {
    const { access, element, atomic } = kernel.buffers[name];
    if (element === 'f64')
      throw new Error(`kernel ${kernel.name}: "${name}" is f64, which WGSL doesn't have`);
    const mode = access === 'read' ? 'read' : 'read_write';
    return `@group(0) @binding(${binding}) var<storage, ${mode}> ${name}: array<${atomic ? 'atomic<u32>' : WGSL_TYPE[element]}>;`;
  });
  const fields = Object.entries(kernel.scalars).map(([name, type]) => `  ${name}: ${WGSL_TYPE[type]},`);
  const last = names.length + 1;
  const word = isGated ? `@group(0) @binding(${last}) var<uniform> closed: vec4<u32>;\n` : '';
  return `struct Params {
  first: u32,
  end: u32,
${fields.join('\n')}
}
${bindings.join('\n')}
@group(0) @binding(${names.length}) var<uniform> params: Params;
${word}
const BLOCK = ${BLOCK}u;
const LANES = ${kernel.lanes ?? 1}u;

${kernel.wgsl}
${entryPoint(kernel, isGated ? ' && closed.x == 0u' : '')}`;
}

/** Kernels with barriers need every invocation of a workgroup to reach them, so those without an item are not left out. */
function entryPoint(kernel: Kernel, isGoing: string): string {
  const { name, lanes = 1 } = kernel;
  const items = itemsOf(kernel);
  const item = `(id.x + id.y * groups.x) * ${items}u${items > 1 ? ' + invocation / LANES' : ''}`;
  const work =
    lanes > 1 && items > 1
      ? `if (true${isGoing}) { ${name}(min(i, params.end - 1u), invocation); }`
      : `if (i < params.end${isGoing}) { ${name}(i${lanes > 1 ? ', invocation' : ''}); }`;
  return `@compute @workgroup_size(${items * lanes})
fn main(
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let i = params.first + ${item};
  ${work}
}
`;
}
