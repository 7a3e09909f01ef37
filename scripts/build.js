/**
 * Builds the package into dist/: one ES module per public name, the command, the worker and the WebAssembly kernels as
 * files of their own, the scene's JSON Schema, and the types. `npm ci` and `npm pack` run it.
 */
import './lib/node-version.js';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { noteSources } from './lib/built.js';
import { runNode } from './lib/run.js';
import { inlinedKernels, inlinedRelaxedKernels, inlinedWorker, root } from './plugin.js';

const dist = path.join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });

const { plain, shared } = await inlinedKernels();
writeFileSync(path.join(dist, 'kernels.wasm'), Buffer.from(plain, 'base64'));
writeFileSync(path.join(dist, 'kernels-shared.wasm'), Buffer.from(shared, 'base64'));
const relaxed = await inlinedRelaxedKernels();
writeFileSync(path.join(dist, 'kernels-relaxed.wasm'), Buffer.from(relaxed.plain, 'base64'));
writeFileSync(path.join(dist, 'kernels-relaxed-shared.wasm'), Buffer.from(relaxed.shared, 'base64'));
writeFileSync(path.join(dist, 'worker.js'), await inlinedWorker());

// A test keeps the committed schema equal to the one the scene reader checks with.
copyFileSync(path.join(root, 'scenes/scene.schema.json'), path.join(dist, 'scene.schema.json'));

const { code } = await runNode('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.build.json']);
if (code === 0) noteSources();
process.exitCode = code;
