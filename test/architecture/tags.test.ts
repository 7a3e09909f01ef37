import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTree } from './source.ts';
import { kernelTagProblems, placeProblems, searchesOf, searchProblems, unknownTagProblems } from './tags.ts';

const root = new URL('../..', import.meta.url).pathname;
const files = readTree(root);
const papers = readFileSync(`${root}/docs/papers.md`, 'utf8');
const equations = readFileSync(`${root}/docs/equations.md`, 'utf8');

describe('kernels name their paper in every language', () => {
  it('holds in this repository', () => {
    expect(kernelTagProblems(files)).toEqual([]);
    expect(placeProblems(files)).toEqual([]);
    expect(unknownTagProblems(files, papers)).toEqual([]);
  });

  const kernel = (comment: string) => `/** ${comment} */\nexport const a = defineKernel({});\n`;

  it('sees a kernel without a paper, and lets one say why', () => {
    expect(kernelTagProblems(new Map([['engine/a.ts', kernel('Adds.')]]))).toHaveLength(1);
    expect(kernelTagProblems(new Map([['engine/a.ts', kernel('No paper: it adds.')]]))).toEqual([]);
  });

  it('sees a language without the tag, and one with another', () => {
    const tree = (wgsl: string) =>
      new Map([
        ['engine/a.ts', kernel('[PNF18] Eq. (6)')],
        ['engine/a.wgsl', wgsl],
      ]);
    expect(kernelTagProblems(tree('fn a() {}'))).toHaveLength(1);
    expect(kernelTagProblems(tree('// [NP17] Alg. 3\nfn a() {}'))).toHaveLength(1);
    expect(kernelTagProblems(tree('// [PNF18] Eq. (6)\nfn a() {}'))).toEqual([]);
  });

  it('sees a tag without its equation, and one that the docs do not list', () => {
    const tree = new Map([['engine/a.ts', kernel('[PNF18], [ABC99] Eq. (1)')]]);
    expect(placeProblems(tree)).toHaveLength(1);
    expect(unknownTagProblems(tree, '| PNF18   | a paper |')).toHaveLength(1);
  });
});

describe('docs/equations.md', () => {
  it('has ten searches, and each finds the files beside it', () => {
    expect(searchesOf(equations)).toHaveLength(10);
    expect(searchProblems(files, equations)).toEqual([]);
  });

  it('sees a search that misses a language', () => {
    const doc = '| PNF18 | x | `grep -rn "PNF18\\] Eq. (6)" engine` | `engine/a` |';
    const tree = new Map([
      ['engine/a.ts', '[PNF18] Eq. (6)'],
      ['engine/a.wgsl', ''],
    ]);
    expect(searchProblems(tree, doc)).toHaveLength(1);
    expect(searchProblems(new Map(), doc)).toHaveLength(1);
  });
});
