// The rules of the house, as functions from a set of files to a list of sentences: one for each breach.

import path from 'node:path';
import { type Files, importsOf, runtimeImportsOf, wordsOf } from './source.ts';

interface Layer {
  /** Folders it may import from, by path or by public name. */
  readonly layers?: readonly string[];
  /** The package's own public names it may import, where it may not use paths. */
  readonly names?: readonly string[];
  /** npm packages it may import, with their subpaths; 'node:' stands for all of Node. */
  readonly packages?: readonly string[];
}

/** The allowed imports between folders. Imports point inward: studio, cli → bench → lab, three, node → scene, io → engine. */
const LAYERS: Readonly<Record<string, Layer>> = {
  // The build makes these of engine's own AssemblyScript and worker.
  engine: { packages: ['virtual:selvedge'] },
  scene: { layers: ['engine'], packages: ['zod'] },
  io: { layers: ['engine'] },
  three: { layers: ['engine'], packages: ['three'] },
  node: { layers: ['engine'], packages: ['node:', 'webgpu'] },
  lab: { layers: ['engine', 'scene', 'scenes'] },
  bench: {
    layers: ['engine', 'scene', 'lab'],
    packages: ['node:', 'jolt-physics', 'ammojs3', 'cannon-es', '@mujoco/mujoco'],
  },
  cli: { layers: ['engine', 'scene', 'io', 'node', 'lab', 'bench'], packages: ['node:'] },
  studio: {
    layers: ['scenes'],
    names: ['selvedge', 'selvedge/scene', 'selvedge/three'],
    packages: [
      'three',
      'codemirror',
      ...['commands', 'lang-json', 'language', 'lint', 'state', 'view'].map((name) => `@codemirror/${name}`),
      '@lezer/highlight',
    ],
  },
};

/** Folders that may import anything. */
const FREE = ['bin', 'scripts', 'test'];

/** The folder behind each public name. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = {
  selvedge: 'engine',
  'selvedge/scene': 'scene',
  'selvedge/three': 'three',
  'selvedge/node': 'node',
};

/** Inside engine/: files whose path starts with `from` may not import files whose path starts with one of `to`. */
const ENGINE_SEAMS: readonly { from: string; to: readonly string[] }[] = [
  { from: 'engine/kernel.ts', to: ['engine/methods/', 'engine/backends/'] },
  { from: 'engine/program.ts', to: ['engine/methods/', 'engine/backends/'] },
  { from: 'engine/backends/', to: ['engine/methods/'] },
  { from: 'engine/methods/', to: ['engine/backends/'] },
];

/**
 * The rooms of the engine and the other rooms that each may import. A room without a line, such as a new stage, may import none. All may import the
 * files directly under engine/, except those that put everything together.
 */
const ENGINE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  attachments: ['backends', 'body', 'contact', 'forces', 'linear', 'methods', 'motion', 'tearing'],
  balance: ['forces', 'interaction', 'limiter', 'motion', 'statistics'],
  blocks: ['backends', 'methods', 'motion', 'tiles'],
  body: ['forces'],
  contact: ['body', 'forces', 'methods', 'motion'],
  forces: ['body', 'methods'],
  interaction: ['backends', 'body', 'motion', 'tearing', 'wind'],
  limiter: ['balance'],
  methods: ['blocks', 'forces', 'linear', 'tearing'],
  motion: ['body'],
  statistics: ['backends', 'balance', 'limiter', 'blocks', 'contact', 'forces', 'methods'],
  surface: ['body', 'tearing'],
  tearing: ['body', 'contact', 'methods', 'motion', 'surface'],
  wind: ['body', 'interaction', 'surface'],
};

/** Files that put the engine together: no room imports them. */
const ASSEMBLY = [
  'create-world.ts',
  'find.ts',
  'index.ts',
  'kernels.ts',
  'step.ts',
  'support.ts',
  'world.ts',
];

/** Files that name each other's types in a ring, which costs nothing at run time; no other file may join them. */
export const TYPE_RINGS: readonly Exception[] = [
  ...[
    'attachments/attachments',
    'contact/contact',
    'contact/meetings',
    'contact/report',
    'interaction/interaction',
  ].map((file) => ({
    file: `engine/${file}.ts`,
    reason: 'a part of a world, which a stage is given by its type',
  })),
  ...['particles', 'settings', 'stage', 'state', 'statistics/statistics'].map((file) => ({
    file: `engine/${file}.ts`,
    reason: 'what the parts of a world have in common',
  })),
];

export interface Exception {
  /** A file, or a folder with its closing slash. */
  readonly file: string;
  readonly reason: string;
}

/** Targets any file of the engine may import although a seam forbids it. */
export const SEAM_EXCEPTIONS: readonly Exception[] = [];

/** AssemblyScript files without a kernel declaration beside them, and declarations without AssemblyScript. */
export const KERNEL_EXCEPTIONS: readonly Exception[] = [
  {
    file: 'engine/backends/wasm/',
    reason: 'AssemblyScript of the backend itself: it runs kernels and holds none',
  },
  { file: 'engine/balance/ledger.as.ts', reason: 'rows of the ledger, as kernels add to them' },
  {
    file: 'engine/tiles/',
    reason: 'sweeps in the memory of a workgroup, which WebAssembly has no counterpart of',
  },
  { file: 'engine/forces/element.as.ts', reason: 'what kernels of forces share' },
  {
    file: 'engine/forces/membrane/frame.as.ts',
    reason: 'the plane of a triangle, beside its other languages',
  },
  { file: 'engine/forces/exact.as.ts', reason: 'what the float64 kernels of forces share' },
  { file: 'engine/forces/bending/hinge.as.ts', reason: 'a hinge in float64, beside hinge.ts' },
  { file: 'engine/forces/membrane/triangle.as.ts', reason: 'a triangle in float64, beside triangle.ts' },
  { file: 'engine/contact/particles/contact.as.ts', reason: 'what kernels of contact share' },
  { file: 'engine/contact/particles/near.as.ts', reason: 'what kernels of contact share' },
  { file: 'engine/contact/particles/rows.as.ts', reason: 'what kernels of contact share' },
  { file: 'engine/contact/settling/reached.as.ts', reason: 'what kernels of contact share' },
  { file: 'engine/rows.as.ts', reason: 'where rows begin, for all kernels that read them' },
  { file: 'engine/vector.as.ts', reason: 'vector arithmetic that kernels share' },
  { file: 'engine/blocks/grid.as.ts', reason: 'addresses in blocks that kernels share, beside geometry.ts' },
  {
    file: 'engine/blocks/block-relax.as.ts',
    reason: 'half-sweeps that kernels share, beside block-relax.ts',
  },
  { file: 'engine/blocks/block-pairs.as.ts', reason: 'runs of half-sweeps, and rows where bands end' },
  {
    file: 'engine/blocks/block-directions.as.ts',
    reason: 'the few springs of block-local.as.ts that have no direction',
  },
  {
    file: 'engine/blocks/levels/coarse.as.ts',
    reason: 'addresses on coarser levels that kernels share, beside coarse.ts',
  },
  { file: 'engine/statistics/sums.as.ts', reason: 'sums that kernels share' },
  { file: 'engine/tearing/tally.as.ts', reason: 'counting that kernels share' },
  {
    file: 'engine/tearing/blade/edge.as.ts',
    reason: 'the edge that kernels share, beside its other languages',
  },
  { file: 'engine/contact/pose.as.ts', reason: 'poses that kernels share, beside their other languages' },
  { file: 'engine/motion/sound.as.ts', reason: 'the check that kernels share, beside its other languages' },
  {
    file: 'engine/methods/spring.as.ts',
    reason: 'the spring that kernels share, beside its other languages',
  },
  {
    file: 'engine/attachments/rail.as.ts',
    reason: 'rails, planes and frames that kernels share, beside their other languages',
  },
  {
    file: 'engine/contact/shapes/',
    reason: "the distances of colliders' shapes that kernels share, beside their other languages",
  },
  {
    file: 'engine/contact/cells/bin-of.as.ts',
    reason: 'the bin of a cell that kernels share, beside bin.ts',
  },
  ...['order', 'room', 'sparse', 'springs', 'symbolic', 'tree'].map((name) => ({
    file: `engine/linear/${name}.as.ts`,
    reason: 'the analysis of matrices, a module of its own behind compiled.ts',
  })),
  { file: 'engine/linear/panel.as.ts', reason: 'dense arithmetic of the factorisation, beside panel.ts' },
  {
    file: 'engine/linear/lists.as.ts',
    reason: 'lists in memory, as the kernels of linear algebra read them',
  },
  {
    file: 'engine/methods/projective/cholesky/sums.as.ts',
    reason: 'sums in float64 over vectors in float32, shared, not a kernel',
  },
  {
    file: 'engine/methods/projective/relaxed.as.ts',
    reason: 'one row of the relax kernels, shared, not a kernel',
  },
  { file: 'engine/methods/multigrid/share.as.ts', reason: 'a share of interpolation, as kernels read it' },
  {
    file: 'engine/methods/multigrid/accurate/status.as.ts',
    reason: 'the places of numbers that kernels share',
  },
  ...['diagonal-block', 'filter', 'status'].map((name) => ({
    file: `engine/methods/conjugate-gradients/${name}.as.ts`,
    reason: 'what kernels of conjugate gradients share',
  })),
  { file: 'engine/methods/newton/hooke.as.ts', reason: 'the float64 spring that kernels share' },
  { file: 'engine/methods/newton/status.as.ts', reason: 'the places of numbers that kernels share' },
];

/** Greatest number of lines of a file; a longer one should be split. */
const MOST_LINES = 500;

const isScript = (file: string) => /\.[jt]s$/.test(file);
const isConfiguration = (file: string) =>
  /(^|\/)[\w-]+\.config\.[jt]s$/.test(file) || file.endsWith('.test.ts');
const covers = (exception: Exception, file: string) =>
  exception.file.endsWith('/') ? file.startsWith(exception.file) : file === exception.file;
const isExcepted = (list: readonly Exception[], file: string) =>
  list.some((exception) => covers(exception, file));

/** The file a relative import names. AssemblyScript leaves `.ts` out; bundlers take a `?query`. */
function resolveImport(file: string, name: string): string {
  const target = path.posix.join(path.posix.dirname(file), name.replace(/\?.*$/, ''));
  return target.endsWith('.as') ? `${target}.ts` : target;
}

const isFrom = (allowed: string, name: string) =>
  allowed.endsWith(':') ? name.startsWith(allowed) : name === allowed || name.startsWith(`${allowed}/`);

/** Imports that point outward, or across a seam of the engine. */
export function importProblems(files: Files): string[] {
  const problems: string[] = [];
  for (const [file, text] of files) {
    const folder = file.split('/')[0];
    const layer = Object.hasOwn(LAYERS, folder) ? LAYERS[folder] : undefined;
    if (!isScript(file) || isConfiguration(file) || !file.includes('/') || FREE.includes(folder)) continue;
    if (!layer) {
      problems.push(`${file}: the folder ${folder}/ has no line in LAYERS of test/architecture/rules.ts`);
      continue;
    }
    for (const name of importsOf(file, text)) {
      const problem = importProblem(file, folder, layer, name);
      if (problem) problems.push(`${file} imports ${name}: ${problem}`);
    }
  }
  return problems;
}

function importProblem(file: string, folder: string, layer: Layer, name: string): string | undefined {
  const relative = name.startsWith('.');
  if (!relative && !Object.hasOwn(PUBLIC_NAMES, name)) {
    const allowed = layer.packages ?? [];
    if (allowed.some((one) => isFrom(one, name))) return undefined;
    return `${folder}/ may use ${allowed.length > 0 ? `only the packages ${allowed.join(', ')}` : 'no packages'}`;
  }
  if (!relative && layer.names?.includes(name)) return undefined;
  const target = relative ? resolveImport(file, name) : `${PUBLIC_NAMES[name]}/index.ts`;
  const targetFolder = target.split('/')[0];
  if (targetFolder !== folder && !layer.layers?.includes(targetFolder)) {
    const allowed = [folder, ...(layer.layers ?? [])].map((one) => `${one}/`);
    return `${folder}/ may import only ${[...allowed, ...(layer.names ?? [])].join(', ')}`;
  }
  const outside = roomProblem(file, target);
  if (outside) return outside;
  const seam = ENGINE_SEAMS.find(
    ({ from, to }) => file.startsWith(from) && to.some((one) => target.startsWith(one)),
  );
  if (!seam || isExcepted(SEAM_EXCEPTIONS, target)) return undefined;
  return `${seam.from} may not know ${seam.to.join(' or ')}`;
}

/** Words of backends' own that are also a buffer's name. */
const OWN_WORDS: ReadonlySet<string> = new Set(['opened']);

/** Words that are names of methods' kernels or buffers, in files of backends: these run whatever a program holds. */
export function backendProblems(files: Files, names: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  for (const [file, text] of files) {
    if (!file.startsWith('engine/backends/') || !file.endsWith('.ts') || file.endsWith('.as.ts')) continue;
    for (const word of wordsOf(file, text))
      if (names.has(word) && !OWN_WORDS.has(word))
        problems.push(`${file} names "${word}", which is a kernel or a buffer of a method`);
  }
  return problems;
}

/** `contact` of engine/contact/collide.ts; none of engine/world.ts, nor outside the engine. */
const roomOf = (file: string): string | undefined => /^engine\/([^/]+)\//.exec(file)?.[1];

/** Why a room of the engine may not import this. */
function roomProblem(file: string, target: string): string | undefined {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === undefined || !target.startsWith('engine/') || from === to) return undefined;
  if (to === undefined)
    return ASSEMBLY.some((name) => target === `engine/${name}`)
      ? `engine/${from}/ may not import what puts the engine together: ${ASSEMBLY.join(', ')}`
      : undefined;
  const allowed = Object.hasOwn(ENGINE_ROOMS, from) ? ENGINE_ROOMS[from] : [];
  if (allowed.includes(to)) return undefined;
  const others =
    allowed.length > 0
      ? `of the engine's other rooms only ${allowed.join(', ')}`
      : "none of the engine's other rooms";
  return `engine/${from}/ may import ${others} (ENGINE_ROOMS of test/architecture/rules.ts)`;
}

/** Files that import each other in a ring by way of types, other than those of TYPE_RINGS; and those of TYPE_RINGS that no longer do. */
export function typeRingProblems(files: Files, known: readonly Exception[] = TYPE_RINGS): string[] {
  const targets = new Map<string, string[]>();
  for (const [file, text] of files)
    if (isScript(file) && !FREE.includes(file.split('/')[0]))
      targets.set(
        file,
        importsOf(file, text)
          .filter((name) => name.startsWith('.'))
          .map((name) => resolveImport(file, name)),
      );
  /** Everything that a file leads to. */
  const reached = (from: string): Set<string> => {
    const found = new Set<string>();
    const due = [...(targets.get(from) ?? [])];
    for (let file = due.pop(); file !== undefined; file = due.pop()) {
      if (found.has(file)) continue;
      found.add(file);
      due.push(...(targets.get(file) ?? []));
    }
    return found;
  };
  const inRings = [...targets.keys()].filter((file) => reached(file).has(file));
  return [
    ...inRings
      .filter((file) => !isExcepted(known, file))
      .map(
        (file) =>
          `${file} imports itself by way of others; let it import less, or its types from a file of their own`,
      ),
    ...known
      .filter(({ file }) => !inRings.includes(file))
      .map(({ file }) => `${file} is in no ring any more: take it off TYPE_RINGS`),
  ];
}

/** Files that import each other, straight or in a ring: which of them runs first is luck. */
export function cycleProblems(files: Files): string[] {
  const problems: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) {
      problems.push(`imports go round: ${[...way.slice(way.indexOf(file)), file].join(' → ')}`);
      return;
    }
    if (done.has(file)) return;
    const names = runtimeImportsOf(file, files.get(file) ?? '').filter((name) => name.startsWith('.'));
    for (const target of names.map((name) => resolveImport(file, name)))
      if (files.has(target) && isScript(target)) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of files.keys()) if (isScript(file)) visit(file, []);
  return problems;
}

/** Kernels that exist in TypeScript only or in AssemblyScript only, and exceptions that are no longer needed. */
export function kernelProblems(files: Files): string[] {
  const isKernel = (file: string) =>
    !file.endsWith('.as.ts') && /\bdefineKernel\(\{/.test(files.get(file) ?? '');
  const problems: string[] = [];
  for (const file of files.keys()) {
    if (!file.startsWith('engine/') || isExcepted(KERNEL_EXCEPTIONS, file)) continue;
    if (file.endsWith('.as.ts') && !isKernel(file.replace(/\.as\.ts$/, '.ts')))
      problems.push(
        `${file} has no ${path.posix.basename(file, '.as.ts')}.ts beside it that declares the kernel`,
      );
    if (isKernel(file) && !files.has(file.replace(/\.ts$/, '.as.ts')))
      problems.push(
        `${file} declares a kernel but has no ${path.posix.basename(file, '.ts')}.as.ts beside it`,
      );
  }
  return problems;
}

/** Exceptions about files that are gone: the list must shrink with its reasons. */
export function staleExceptions(files: Files): string[] {
  return [...SEAM_EXCEPTIONS, ...KERNEL_EXCEPTIONS]
    .filter((exception) => ![...files.keys()].some((file) => covers(exception, file)))
    .map(({ file }) => `${file} stands in a list of exceptions but does not exist`);
}

/** Files that have grown into two subjects. Data (JSON) may be long. */
export function lengthProblems(files: Files): string[] {
  return [...files]
    .filter(([file]) => !file.endsWith('.json'))
    .map(([file, text]) => ({ file, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines; at most ${MOST_LINES}`);
}

/** The lock file must not say from where a package was downloaded: that differs between networks. */
export function lockProblems(files: Files): string[] {
  const addresses = files.get('package-lock.json')?.match(/"resolved":\s*"[a-z+]+:\/\/[^"]*"/g) ?? [];
  return addresses.map((address) => `package-lock.json holds a download address: ${address}`);
}

/** A locked package's programs for other systems must be locked too, or `npm ci` refuses everywhere. */
export function lockGaps(files: Files): string[] {
  const { packages } = JSON.parse(files.get('package-lock.json') ?? '{ "packages": {} }') as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`])
      .map(
        (name) => `package-lock.json lacks ${name}, wanted by ${place}: run node scripts/complete-lock.js`,
      ),
  );
}

/** A test left alone silently switches all others off. */
export function focusProblems(files: Files): string[] {
  return [...files]
    .filter(([file, text]) => /\.test\.ts$/.test(file) && /\b(it|test|describe)\.only\b/.test(text))
    .map(([file]) => `${file} runs only one of its tests`);
}
