import { defineConfig } from 'vite';
import { ISOLATION } from '../scripts/lib/isolation.js';
import { publicNames, root, selvedge } from '../scripts/plugin.js';

/** The studio page: `npm start` builds and serves it, `npm run dev` serves its sources, `npx vite build studio` makes a static site of it. */
export default defineConfig({
  root: `${root}/studio`,
  base: './',
  plugins: [selvedge()],
  resolve: { alias: publicNames },
  server: { headers: ISOLATION, fs: { allow: [root] } },
  preview: { headers: ISOLATION },
  // Found at once: a package found later would reload the page.
  optimizeDeps: {
    include: [
      ...['three', 'three/webgpu', 'three/tsl', 'zod/mini'],
      ...['three/addons/controls/OrbitControls.js', 'three/addons/environments/RoomEnvironment.js'],
      ...['codemirror', 'commands', 'lang-json', 'language', 'lint', 'state', 'view'].map((name) =>
        name === 'codemirror' ? name : `@codemirror/${name}`,
      ),
      '@lezer/highlight',
    ],
  },
  build: {
    outDir: `${root}/out/studio`,
    emptyOutDir: true,
    target: 'es2022',
    // three.js alone is that large.
    chunkSizeWarningLimit: 2000,
  },
});
