import { defineConfig } from 'vite';
import { ISOLATION } from '../scripts/lib/isolation.js';
import { publicNames, root, selvedge } from '../scripts/plugin.js';

/** The studio page: `npm start` serves it, `npx vite build studio` makes a static site of it. */
export default defineConfig({
  root: `${root}/studio`,
  base: './',
  plugins: [selvedge()],
  resolve: { alias: publicNames },
  server: { headers: ISOLATION, fs: { allow: [root] } },
  preview: { headers: ISOLATION },
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
