import { defineConfig } from 'vite';
import { publicNames, root, selvedge } from './scripts/plugin.js';

/** The library build: one file per public name, and the command. */
export default defineConfig({
  root,
  plugins: [selvedge()],
  resolve: { alias: publicNames },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    sourcemap: true,
    lib: {
      entry: {
        index: 'engine/index.ts',
        scene: 'scene/index.ts',
        three: 'three/index.ts',
        node: 'node/index.ts',
        cli: 'cli/main.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [
        /^node:/,
        /^three(\/|$)/,
        'webgpu',
        /^(jolt-physics|ammojs3|cannon-es|@mujoco\/mujoco)(\/|$)/,
      ],
      checks: { pluginTimings: false },
      output: { chunkFileNames: 'shared/[name].js' },
    },
  },
});
