import { describe, expect, it } from 'vitest';
import { KERNELS } from '../../engine/kernels.ts';
import { backendProblems, cycleProblems, importProblems, typeRingProblems } from './rules.ts';
import { importsOf, readTree } from './source.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

describe('who may import whom', () => {
  it('holds in this repository', () => {
    const files = readTree(ROOT);
    expect([...files.keys()].filter((file) => file.startsWith('engine/')).length).toBeGreaterThan(10);
    expect(importProblems(files)).toEqual([]);
  });

  /** Each line: a file, what it imports, and whether that is allowed. */
  const cases: [file: string, name: string, allowed: boolean][] = [
    ['engine/world.ts', './model.ts', true],
    ['engine/methods/a/b.ts', './b.wgsl?raw', true],
    ['engine/world.ts', 'node:fs', false],
    ['engine/world.ts', 'three', false],
    ['engine/world.ts', '../scene/index.ts', false],
    ['engine/world.ts', '../node/index.ts', false],
    ['engine/world.ts', 'selvedge/scene', false],
    ['engine/world.ts', '../package.json', false],
    ['engine/wind/blow.ts', '../kernel.ts', true],
    ['engine/wind/blow.ts', '../surface/edges.ts', true],
    ['engine/wind/blow.ts', '../methods/method.ts', false],
    ['engine/a-new-stage/stage.ts', '../program.ts', true],
    ['engine/a-new-stage/stage.ts', '../contact/contact.ts', false],
    ['engine/a-new-stage/stage.ts', '../step.ts', false],
    ['a-new-room/a.ts', './b.ts', false],
    ['engine/kernel.ts', './methods/registry.ts', false],
    ['engine/program.ts', './backends/backend.ts', false],
    ['engine/backends/wasm.ts', '../methods/projective/relax.ts', false],
    ['engine/backends/wasm.ts', '../kernel.ts', true],
    ['engine/methods/projective/local.ts', '../../backends/backend.ts', false],
    ['engine/methods/projective/local.as.ts', '../../vector.as', true],
    ['engine/methods/projective/local.as.ts', '../../backends/wasm/entry.as', false],
    ['scene/load.ts', '../engine/index.ts', true],
    ['scene/load.ts', 'selvedge', true],
    ['scene/load.ts', 'zod', true],
    ['scene/load.ts', 'zod/v4', true],
    ['scene/load.ts', 'zodiac', false],
    ['scene/load.ts', 'node:fs', false],
    ['io/obj.ts', '../scene/index.ts', false],
    ['three/index.ts', 'three/webgpu', true],
    ['three/index.ts', 'selvedge/scene', false],
    ['node/index.ts', 'webgpu', true],
    ['node/index.ts', 'node:worker_threads', true],
    ['cli/run.ts', '../scene/index.ts', true],
    ['cli/run.ts', 'selvedge/node', true],
    ['cli/run.ts', '../three/index.ts', false],
    ['studio/main.ts', 'selvedge/three', true],
    ['studio/main.ts', './overlay.ts', true],
    ['studio/main.ts', '../scenes/cloth.json', true],
    ['studio/main.ts', '../engine/index.ts', false],
    ['studio/main.ts', 'selvedge/node', false],
    ['studio/main.ts', 'node:fs', false],
    ['studio/vite.config.ts', 'node:path', true],
  ];

  it.each(cases)('%s importing %s: %s', (file, name, allowed) => {
    expect(importProblems(new Map([[file, `import thing from '${name}';\n`]]))).toHaveLength(allowed ? 0 : 1);
  });

  it('says which file, which import and what is allowed', () => {
    const files = new Map([['studio/main.ts', "import { World } from '../engine/world.ts';\n"]]);
    expect(importProblems(files)).toEqual([
      'studio/main.ts imports ../engine/world.ts: studio/ may import only studio/, scenes/, selvedge, selvedge/scene, selvedge/three',
    ]);
  });
});

describe('backends name no kernel and no buffer', () => {
  const names = new Set(KERNELS.flatMap(({ name, buffers }) => [name, ...Object.keys(buffers)]));

  it('holds in this repository', () => {
    expect(names.size).toBeGreaterThan(100);
    expect(backendProblems(readTree(ROOT), names)).toEqual([]);
  });

  it.each([
    "const isSweep = kernel.name === 'relax';",
    "const size = plan['neighbours'].length;",
    'const open = ({ neighbours }: MemoryPlan) => neighbours.length;',
  ])('sees one that does: %s', (text) => {
    expect(backendProblems(new Map([['engine/backends/wasm.ts', text]]), names)).toHaveLength(1);
  });
});

describe('imports do not go round', () => {
  it('holds in this repository', () => {
    expect(cycleProblems(readTree(ROOT))).toEqual([]);
  });

  const round = (last: string) =>
    new Map([
      ['scene/a.ts', "import { b } from './b.ts';\n"],
      ['scene/b.ts', "export * from './c.ts';\n"],
      ['scene/c.ts', last],
    ]);

  it.each(["import { a } from './a.ts';", "import './a.ts';", "import { type A, a } from './a.ts';"])(
    'says where they do: %s',
    (last) => {
      expect(cycleProblems(round(last))).toEqual([
        'imports go round: scene/a.ts → scene/b.ts → scene/c.ts → scene/a.ts',
      ]);
    },
  );

  it.each([
    "import type { A } from './a.ts';",
    "export type { A } from './a.ts';",
    "const a = () => import('./a.ts');",
  ])('lets types pass, and what runs later: %s', (last) => {
    expect(cycleProblems(round(last))).toEqual([]);
  });
});

describe('imports of types', () => {
  it('go round in one known ring', () => {
    expect(typeRingProblems(readTree(ROOT))).toEqual([]);
  });

  const files = new Map([
    ['scene/a.ts', "import type { B } from './b.ts';\n"],
    ['scene/b.ts', "import type { A } from './a.ts';\n"],
    ['scene/c.ts', "import type { A } from './a.ts';\n"],
  ]);

  it('are refused where they go round elsewhere', () => {
    expect(typeRingProblems(files, []).map((line) => line.split(' ')[0])).toEqual([
      'scene/a.ts',
      'scene/b.ts',
    ]);
  });

  it('are taken off the list once they do not', () => {
    const known = ['scene/a.ts', 'scene/b.ts', 'scene/c.ts'].map((file) => ({ file, reason: 'a test' }));
    expect(typeRingProblems(files, known)).toEqual([
      'scene/c.ts is in no ring any more: take it off TYPE_RINGS',
    ]);
  });
});

describe('importsOf', () => {
  it.each([
    "import { a } from 'x';",
    "import 'x';",
    "import type { A } from 'x';",
    "export { a } from 'x';",
    "export * from 'x';",
    "const a = () => import('x');",
    "type A = import('x').A;",
    "const a = new URL('x', import.meta.url);",
    "const a = import.meta.glob('x');",
    "const a = import.meta.glob(['x', '!y'], { eager: true });",
  ])('finds %s', (text) => {
    expect(importsOf('engine/a.ts', text)).toEqual(['x']);
  });

  it.each(["// import { a } from 'x';", 'const a = "from \'x\'";', "const a = new URL('x', base);"])(
    'is not misled by %s',
    (text) => {
      expect(importsOf('engine/a.ts', text)).toEqual([]);
    },
  );

  it('reads AssemblyScript with its decorators', () => {
    const text =
      "import { dot } from './vector.as';\n@inline\nfunction a(): v128 {}\n@unmanaged class B { c: u32; }\n";
    expect(importsOf('engine/a.as.ts', text)).toEqual(['./vector.as']);
  });
});
