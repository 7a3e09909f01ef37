import { defineConfig } from 'vite';
import { publicNames, root, selvedge } from '../scripts/plugin.js';

/** Shared memory, and with it threads, needs both. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The studio page: `npm start` serves it, `npx vite build studio` makes a static site of it. */
export default defineConfig({
  root: `${root}/studio`,
  base: './',
  plugins: [selvedge()],
  resolve: { alias: publicNames },
  server: { headers, fs: { allow: [root] } },
  preview: { headers },
  // Found at once: a package found later would reload the page.
  optimizeDeps: {
    include: ['three', 'three/webgpu', 'three/tsl', 'three/addons/controls/OrbitControls.js', 'zod/mini'],
  },
  build: {
    outDir: `${root}/out/studio`,
    emptyOutDir: true,
    target: 'es2022',
    // three.js alone is that large.
    chunkSizeWarningLimit: 2000,
  },
});
