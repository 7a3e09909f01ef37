// Reading the repository's sources: which files there are and what each imports.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** Text by path from the repository's root, with forward slashes. Tests hand in small made-up ones. */
export type Files = ReadonlyMap<string, string>;

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'out', 'coverage', '.git', '.cache']);
const TEXT = /\.(ts|js|mjs|wgsl|html|css|json)$/;

/** All text files under a folder, except what is installed or built. */
export function readTree(root: string): Files {
  const files = new Map<string, string>();
  const visit = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) visit(name);
      else if (entry.isFile() && TEXT.test(entry.name))
        files.set(name, readFileSync(path.join(root, name), 'utf8'));
    }
  };
  visit('');
  return files;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls `see` on every node of a syntax tree; children are left out where it gives false. */
export function walk(node: Node, see: (node: Node) => boolean | undefined): void {
  if (see(node) === false) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, see);
  }
}

/** AssemblyScript puts decorators on functions, which TypeScript's grammar does not have. */
const withoutDecorators = (text: string) => text.replace(/^[ \t]*@\w+(\([^)\n]*\))?/gm, '');

/** The syntax tree of a TypeScript, AssemblyScript or JavaScript file. */
export function parse(file: string, text: string): Node {
  const assembly = file.endsWith('.as.ts');
  const { program, errors } = parseSync(file, assembly ? withoutDecorators(text) : text, {
    lang: file.endsWith('.ts') ? 'ts' : 'js',
    sourceType: 'module',
  });
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  return program as unknown as Node;
}

/** Texts, and the buffers that are taken by name out of a memory plan handed over. */
export function wordsOf(file: string, text: string): string[] {
  const words: string[] = [];
  walk(parse(file, text), (node) => {
    const value = literal(node);
    if (value !== undefined) words.push(value);
    if (node.type === 'ObjectPattern' && JSON.stringify(node.typeAnnotation)?.includes('"MemoryPlan"'))
      for (const { key } of node.properties as readonly { key?: Node }[])
        if (key?.type === 'Identifier') words.push(key.name as string);
    return undefined;
  });
  return words;
}

/** A literal's text, where the node is one. */
function literal(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** Every module a file names: imports, re-exports, dynamic imports, type imports, `new URL(…, import.meta.url)` and
 *  `import.meta.glob(…)`. */
export function importsOf(file: string, text: string): string[] {
  const found: (string | undefined)[] = [];
  walk(parse(file, text), (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
      case 'TSImportType':
        found.push(literal(node.source));
        break;
      case 'NewExpression': {
        const [first, second] = node.arguments as Node[];
        if ((node.callee as Node).name === 'URL' && second && isImportMeta(second.object))
          found.push(literal(first));
        break;
      }
      case 'CallExpression': {
        const callee = node.callee as Node;
        if (!isImportMeta(callee.object) || (callee.property as Node).name !== 'glob') break;
        const [pattern] = node.arguments as Node[];
        const patterns = pattern.type === 'ArrayExpression' ? (pattern.elements as Node[]) : [pattern];
        // '!…' leaves files out.
        found.push(...patterns.map(literal).filter((one) => !one?.startsWith('!')));
        break;
      }
    }
    return true;
  });
  return found.filter((name) => name !== undefined);
}

/** The modules that run before a file does: all it imports or re-exports, except by `import type` and `export type`. */
export function runtimeImportsOf(file: string, text: string): string[] {
  const found: (string | undefined)[] = [];
  walk(parse(file, text), (node) => {
    const isImport = /^(ImportDeclaration|Export(Named|All)Declaration)$/.test(node.type);
    if (isImport && node.importKind !== 'type' && node.exportKind !== 'type')
      found.push(literal(node.source));
    return node.type === 'Program';
  });
  return found.filter((name) => name !== undefined);
}

const isImportMeta = (node: unknown) => isNode(node) && node.type === 'MetaProperty';
