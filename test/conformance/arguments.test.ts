/** The argument block of each AssemblyScript kernel has the fields and the size of its declaration, in both builds. */
import { describe, expect, test } from 'vitest';
import { argumentBytes } from '../../engine/backends/wasm/layout.ts';
import { type Kernel, read, write } from '../../engine/kernel.ts';
import { KERNELS as ALL } from '../../engine/kernels.ts';
import { TILE_KERNELS } from '../../engine/tiles/sweep-tiles.ts';
import { compileKernels, errorsOf, inlinedKernels, root } from '../../scripts/plugin.js';
import { type Files, readTree } from '../architecture/source.ts';

/** Those of tiles, which are for the memory of a workgroup, have no AssemblyScript. */
const KERNELS = ALL.filter((kernel) => !(TILE_KERNELS as readonly Kernel[]).includes(kernel));

test.each(['plain', 'shared'] as const)('%s', async (build) => {
  const compiled = await inlinedKernels();
  const module = await WebAssembly.compile(Buffer.from(compiled[build], 'base64'));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: build === 'shared' });
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] = { ...imports[from], [name]: name === 'memory' ? memory : () => 0 };
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  const bytesOf = exports.argumentBytes as (kernel: number) => number;

  expect(compiled.kernelNames.toSorted()).toEqual(KERNELS.map(({ name }) => name).sort());
  for (const kernel of KERNELS) {
    expect(bytesOf(compiled.kernelNames.indexOf(kernel.name)), kernel.name).toBe(argumentBytes(kernel));
  }
});

/** `relaxJacobi` stands in `relax-jacobi.as.ts`. */
const fileOf = (files: Files, name: string) => {
  const stem = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [...files.keys()].find((file) => file.endsWith(`/${stem}.as.ts`));
};

/** What is wrong with the class of a kernel's arguments: a field a buffer, in the order of the declaration, then the scalars. */
function argumentProblem(
  files: Files,
  { name, buffers, scalars }: Pick<Kernel, 'name' | 'buffers' | 'scalars'>,
) {
  const file = fileOf(files, name);
  if (!file) return `kernel ${name} has no AssemblyScript file`;
  const type = name[0].toUpperCase() + name.slice(1);
  const [, body] = new RegExp(`class ${type} \\{([^}]*)\\}`).exec(files.get(file)!) ?? [];
  if (body === undefined) return `${file}: no class ${type} for the arguments of kernel ${name}`;
  const found = [...body.matchAll(/^ *(\w+): (\w+);/gm)].map(([, field, of]) => `${field}: ${of}`);
  const expected = [
    ...Object.keys(buffers).map((buffer) => `${buffer}: usize`),
    ...Object.entries(scalars).map(([scalar, of]) => `${scalar}: ${of === 'real' ? 'f32' : 'u32'}`),
  ];
  if (found.join() === expected.join()) return undefined;
  return `${file}: class ${type} has ${found.join(', ')}; the declaration of ${name} says ${expected.join(', ')}`;
}

describe('the class of its arguments', () => {
  const files = readTree(root);

  test('has the fields of the declaration, in its order', () => {
    const problems = KERNELS.map((kernel) => argumentProblem(files, kernel)).filter(
      (each) => each !== undefined,
    );
    expect(problems).toEqual([]);
  });

  test.each([
    [
      'a: usize;\n  h: f32;',
      'class Half has a: usize, h: f32; the declaration of half says a: usize, b: usize, h: f32',
    ],
    ['b: usize;\n  a: usize;\n  h: f32;', 'class Half has b: usize, a: usize, h: f32;'],
    ['a: usize;\n  b: usize;\n  h: u32;', 'class Half has a: usize, b: usize, h: u32;'],
  ])('is refused with the fields %j', (fields, said) => {
    const tree: Files = new Map([
      ['engine/a/half.as.ts', `@unmanaged\nexport class Half {\n  ${fields}\n}\n`],
    ]);
    const buffers = { a: read('vec4', 'particles'), b: write('vec4', 'particles') };
    expect(argumentProblem(tree, { name: 'half', buffers, scalars: { h: 'real' } })).toContain(said);
  });
});

test('errors of the compiler come without its warnings', async () => {
  const text =
    'WARNING AS201: Conversion.\n   :\n 1 │ a\n\nERROR TS2322: No.\n   :\n 2 │ b\n\nWARNING AS201: Again.\n';
  expect(errorsOf(text)).toBe('ERROR TS2322: No.\n   :\n 2 │ b');
  const broken = (file: string, source: string) =>
    file.endsWith('/finish.as.ts') ? source.replace('first: u32', 'first: v128') : source;
  const failed = await compileKernels({ mutate: broken, optimise: '-O0', withThreads: false }).catch(String);
  expect(failed).toContain('ERROR');
  expect(failed).toContain('finish.as.ts');
  expect(failed).not.toContain('WARNING');
});
