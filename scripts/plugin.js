/**
 * Vite plugin behind the engine's virtual modules, used by the build, the tests and the studio alike:
 *   virtual:selvedge/kernels   every *.as.ts kernel compiled to WebAssembly, plain and for shared memory
 *   virtual:selvedge/relaxed   the same with relaxed SIMD, which rounds as the processor has it
 *   virtual:selvedge/worker    engine/backends/wasm/worker.ts bundled into one script
 *   virtual:selvedge/analysis  the analysis of sparse matrices (engine/linear), compiled to a module of its own
 * All are cached by the hash of their sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const engine = path.join(root, 'engine');
const cache = path.join(root, 'node_modules', '.cache', 'selvedge');

/** Files under engine/ whose name ends so, sorted. */
function engineFiles(ending) {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) walk(full);
      else if (entry.name.endsWith(ending)) found.push(full);
    }
  };
  walk(engine);
  return found.sort();
}

/** The list of shapes, in the order of their numbers. */
const SHAPES = path.join(engine, 'contact/shapes/index.ts');
/** What kernels are compiled from. */
const kernelSources = () => [...engineFiles('.as.ts'), SHAPES];

async function cached(name, sources, make) {
  const hash = createHash('sha256');
  for (const file of [...sources, fileURLToPath(import.meta.url)])
    hash.update(file.slice(root.length)).update(readFileSync(file));
  const file = path.join(cache, `${name}-${hash.digest('hex').slice(0, 16)}.json`);
  if (!existsSync(file)) {
    const made = JSON.stringify(await make());
    mkdirSync(cache, { recursive: true });
    // Written beside and renamed: another process may be reading.
    const half = `${file}.${process.pid}`;
    writeFileSync(half, made);
    renameSync(half, file);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

function declaresKernel(file) {
  const declaration = file.replace(/\.as\.ts$/, '.ts');
  return existsSync(declaration) && readFileSync(declaration, 'utf8').includes('defineKernel(');
}

/** `relax-jacobi.as.ts` holds `relaxJacobi`, with arguments `RelaxJacobi`. */
const functionName = (file) =>
  path.basename(file, '.as.ts').replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** The switch from a kernel's number to its function: the one piece of AssemblyScript that is generated. */
function dispatchSource(kernels) {
  const folder = path.join(engine, 'backends/wasm');
  const names = kernels.map(functionName);
  const types = names.map((name) => name[0].toUpperCase() + name.slice(1));
  const imports = kernels.map((file, k) => {
    const from = path.relative(folder, file).replaceAll(path.sep, '/').replace(/\.ts$/, '');
    return `import { ${names[k]}, ${types[k]} } from '${from.startsWith('.') ? from : `./${from}`}';`;
  });
  const cases = names.map(
    (name, k) => `    case ${k}: ${name}(changetype<${types[k]}>(args), first, end); break;`,
  );
  const sizes = types.map((type, k) => `    case ${k}: return <u32>offsetof<${type}>();`);
  return `${imports.join('\n')}
export function dispatch(kernel: i32, args: usize, first: u32, end: u32): void {
  switch (kernel) {
${cases.join('\n')}
    default: unreachable();
  }
}
export function argumentBytes(kernel: i32): u32 {
  switch (kernel) {
${sizes.join('\n')}
    default: return 0;
  }
}
`;
}

/**
 * The switch from a shape's number to the field of that shape, in the order of the list in engine/contact/shapes/index.ts. A shape's function
 * takes a point and its dimensions, or with them its data and the reach.
 */
function fieldSource(files) {
  const folder = path.dirname(SHAPES);
  const list = /export const SHAPES[^=]*= \{([^}]*)\}/.exec(readFileSync(SHAPES, 'utf8'));
  const texts = files
    .filter((file) => path.dirname(file) === folder)
    .map((file) => [path.basename(file, '.ts'), readFileSync(file, 'utf8')]);
  const shapes = list[1].match(/\w+/g).map((name) => {
    const declared = new RegExp(`export function ${name}Field\\(([^)]*)\\)`);
    const [from, text] = texts.find((one) => declared.test(one[1])) ?? [];
    if (!text) throw new Error(`the shape "${name}" has no function ${name}Field in AssemblyScript`);
    return { name, from, hasData: declared.exec(text)[1].split(',').length > 2 };
  });
  const imports = shapes.map(({ name, from }) => `import { ${name}Field } from './${from}';`);
  const cases = shapes.map(
    ({ name, hasData }, k) =>
      `    ${k + 1 < shapes.length ? `case ${k + 1}` : 'default'}: return ${name}Field(p, dimensions${hasData ? ', own, reach' : ''});`,
  );
  return `${imports.join('\n')}
export function fieldAt(collider: usize, data: usize, p: v128, reach: f32): v128 {
  const dimensions = v128.load(collider, 16);
  const own = data + ((<usize>load<f32>(collider, 8)) << 4);
  switch (<u32>load<f32>(collider)) {
${cases.join('\n')}
  }
}
`;
}

/**
 * Compiles the kernels. The mutation tests change a source on its way in, and neither need threads nor what takes the
 * compiler long.
 */
export async function compileKernels({
  mutate = (_file, text) => text,
  optimise = '-O3',
  withThreads = true,
  features = ['simd'],
} = {}) {
  const files = engineFiles('.as.ts');
  // A kernel stands beside its declaration; the other files are the interpreter and what kernels share.
  const kernels = files.filter(declaresKernel);
  const nameOf = (file) => path.relative(root, file).replaceAll(path.sep, '/');
  // Kernels are exported so that they stay functions of their own: V8 allots the registers of a huge function badly.
  const entry = [
    `export { execute, serve } from './engine/backends/wasm/execute.as';`,
    `export { argumentBytes } from './engine/backends/wasm/dispatch.as';`,
    ...kernels.map(
      (file) => `export { ${functionName(file)} } from './${nameOf(file).replace(/\.ts$/, '')}';`,
    ),
  ].join('\n');
  const sources = new Map([
    ['entry.ts', entry],
    ['engine/backends/wasm/dispatch.as.ts', dispatchSource(kernels)],
    ['engine/contact/shapes/field.as.ts', fieldSource(files)],
  ]);
  for (const file of files) {
    const name = nameOf(file);
    sources.set(name, mutate(name, readFileSync(file, 'utf8')));
  }
  const enabled = features.flatMap((feature) => ['--enable', feature]);
  const compile = (...flags) => compiled(sources, optimise, '--importMemory', ...enabled, ...flags);
  return {
    kernelNames: kernels.map(functionName),
    plain: await compile(),
    shared:
      withThreads && (await compile('--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536')),
  };
}

/** `entry.ts` and what it imports, as WebAssembly in base64. */
async function compiled(sources, ...flags) {
  const { default: asc } = await import('assemblyscript/asc');
  let binary;
  const { error, stderr } = await asc.main(
    ['entry.ts', '--outFile', 'out.wasm', '--runtime', 'stub', '--noAssert', ...flags],
    {
      readFile: (name) => sources.get(name.replaceAll(path.sep, '/')) ?? null,
      writeFile: (_name, contents) => {
        binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error)
    throw new Error(
      `AssemblyScript: ${error.message}\n${errorsOf(stripVTControlCharacters(stderr.toString()))}`,
    );
  return Buffer.from(binary).toString('base64');
}

/** What the compiler printed, without its warnings: each message begins in the first column with ERROR or WARNING. */
export const errorsOf = (printed) =>
  printed
    .split(/\n(?=ERROR|WARNING|INFO|PEDANTIC|FAILURE)/)
    .filter((message) => !/^\s*(?:WARNING|INFO|PEDANTIC)/.test(message))
    .join('\n')
    .trim();

/** Exports of the analysis. Its inner loops are among them, so that V8 compiles each for itself while the others run. */
const ANALYSIS = {
  room: ['clear', 'allocate'],
  sparse: ['patternOf'],
  order: [
    'minimumDegree',
    ...[
      'formElement',
      'measureOutside',
      'updateVariables',
      'mergeIndistinguishable',
      'finishElement',
      'compact',
    ],
  ],
  symbolic: ['analyse'],
  springs: ['analyseSprings'],
};

export function inlinedAnalysis() {
  const sources = new Map();
  const files = engineFiles('.as.ts').filter((file) => path.dirname(file) === path.join(engine, 'linear'));
  return cached('analysis', files, () => {
    const exported = Object.entries(ANALYSIS).map(
      ([file, names]) => `export { ${names.join(', ')} } from './engine/linear/${file}.as';`,
    );
    sources.set('entry.ts', exported.join('\n'));
    for (const file of files)
      sources.set(path.relative(root, file).replaceAll(path.sep, '/'), readFileSync(file, 'utf8'));
    return compiled(sources, '-O3');
  });
}

/** For the test of a kernel that was just changed (scripts/kernel.js): compiled at once, slow to run, the same numbers. */
const isQuick = process.env.SELVEDGE_QUICK === '1';

export const inlinedKernels = () =>
  isQuick
    ? cached('kernels-quick', kernelSources(), () => compileKernels({ optimise: '-O0' }))
    : cached('kernels', kernelSources(), () => compileKernels());

export const inlinedRelaxedKernels = () =>
  cached('relaxed', kernelSources(), () => compileKernels({ features: ['simd', 'relaxed-simd'] }));

/** The worker as one classic script. */
export function inlinedWorker() {
  const entry = path.join(engine, 'backends/wasm/worker.ts');
  // Any of the engine's files may come to be part of it.
  const sources = engineFiles('.ts');
  return cached('worker', sources, async () => {
    const { build } = await import('vite');
    const result = await build({
      configFile: false,
      root,
      plugins: [selvedge()],
      logLevel: 'warn',
      build: {
        write: false,
        minify: true,
        target: 'es2022',
        rolldownOptions: { checks: { pluginTimings: false } },
        lib: { entry, formats: ['iife'], name: 'selvedgeWorker' },
      },
    });
    const [{ output }] = Array.isArray(result) ? result : [result];
    return output[0].code;
  });
}

const VIRTUAL = 'virtual:selvedge/';

/** @returns {import('vite').Plugin} */
export function selvedge() {
  return {
    name: 'selvedge',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    async load(id) {
      if (id === `\0${VIRTUAL}kernels`) {
        const { kernelNames, plain, shared } = await inlinedKernels();
        return `export const kernelNames = ${JSON.stringify(kernelNames)};
export const plain = '${plain}';
export const shared = '${shared}';`;
      }
      if (id === `\0${VIRTUAL}relaxed`) {
        const { plain, shared } = await inlinedRelaxedKernels();
        return `export const plain = '${plain}';\nexport const shared = '${shared}';`;
      }
      if (id === `\0${VIRTUAL}analysis`) return `export default '${await inlinedAnalysis()}';`;
      if (id === `\0${VIRTUAL}worker`) return `export default ${JSON.stringify(await inlinedWorker())};`;
      return undefined;
    },
  };
}

/** The package's public names, as sources. */
export const publicNames = [
  { find: /^selvedge$/, replacement: path.join(root, 'engine/index.ts') },
  { find: /^selvedge\/(scene|three|node)$/, replacement: path.join(root, '$1/index.ts') },
];
