/** The tags of papers in kernels, `[PNF18] Eq. (6)`, and the searches of docs/equations.md. */
import type { Files } from './source.ts';

const TAG = /\[([A-Z][A-Za-z]*\*?\d\d)\]/g;
const NONE = /No paper: \S/;

/** The papers that the engine implements; a tag of theirs goes with an equation, algorithm, section or figure. */
const FIVE = ['PNF18', 'NP17', 'LBOK13', 'HAN15', 'BWD13'];

const tagsOf = (text: string): string[] => [...new Set([...text.matchAll(TAG)].map(([, tag]) => tag))];

/** The files of a kernel beside its declaration. */
const languagesOf = (file: string): string[] =>
  ['.as.ts', '.wgsl'].map((ending) => file.replace(/\.ts$/, ending));

/** Kernels that name no paper and do not say why, and languages of a kernel without any of its papers. */
export function kernelTagProblems(files: Files): string[] {
  const problems: string[] = [];
  for (const [file, text] of files) {
    if (!file.startsWith('engine/') || file.endsWith('.as.ts') || !/\bdefineKernel\(\{/.test(text)) continue;
    const tags = tagsOf(text);
    if (tags.length === 0) {
      if (!NONE.test(text))
        problems.push(
          `${file} names no paper: put "[TAG] Eq. (n)" at the line, or "No paper: …" and where it is derived`,
        );
      continue;
    }
    for (const other of languagesOf(file)) {
      const words = files.get(other);
      if (words !== undefined && !tagsOf(words).some((tag) => tags.includes(tag)))
        problems.push(
          `${other} names none of the papers of ${file} (${tags.join(', ')}): put the tag at the line`,
        );
    }
  }
  return problems;
}

/** Tags in the engine without a line in docs/papers.md, whose text this is. */
export function unknownTagProblems(files: Files, papers: string): string[] {
  const known = new Set([...papers.matchAll(/^\| (\S+) +\|/gm)].map(([, tag]) => tag));
  return [...files]
    .filter(([file]) => file.startsWith('engine/'))
    .flatMap(([file, text]) =>
      tagsOf(text)
        .filter((tag) => !known.has(tag))
        .map((tag) => `${file} names [${tag}], which docs/papers.md does not list`),
    );
}

/** Tags of the five papers in kernels that do not say where in the paper. */
export function placeProblems(files: Files): string[] {
  const place = /^(?:'s)? (?:Eq\.|Alg\.|Sec\.|Ch\.|Fig\.|Table|listing|\d\.\d)/;
  const problems: string[] = [];
  for (const [file, text] of files) {
    const declaration = files.get(file.replace(/(?:\.as\.ts|\.wgsl|\.ts)$/, '.ts')) ?? '';
    if (!file.startsWith('engine/') || !/\bdefineKernel\(\{/.test(declaration)) continue;
    for (const match of text.matchAll(TAG))
      if (FIVE.includes(match[1]) && !place.test(text.slice(match.index + match[0].length)))
        problems.push(`${file} names ${match[0]} without its equation, algorithm or section`);
  }
  return problems;
}

/** Rows of docs/equations.md, whose text this is: what is searched for, and the files that it must find, without their endings. */
export const searchesOf = (doc: string): { what: string; stems: string[] }[] =>
  [...doc.matchAll(/`grep -rn "([^"]+)" engine` +\| (.*?) +\|$/gm)].map(([, what, where]) => ({
    what: what.replaceAll('\\]', ']'),
    stems: [...where.matchAll(/`([^`]+)`/g)].map(([, stem]) => stem),
  }));

/** Searches of docs/equations.md that miss a language of a file they name. */
export function searchProblems(files: Files, doc: string): string[] {
  return searchesOf(doc).flatMap(({ what, stems }) =>
    stems.flatMap((stem) => {
      const named = ['.ts', '.as.ts', '.wgsl']
        .map((ending) => stem + ending)
        .filter((file) => files.has(file));
      if (named.length === 0) return [`docs/equations.md names ${stem}, of which there is no file`];
      return named
        .filter((file) => !files.get(file)?.includes(what))
        .map((file) => `searching for "${what}" does not find ${file}`);
    }),
  );
}
