import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** Builds the page into the package. Paths are relative, for a token may stand before them. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  build: {
    outDir: '../../../dist/simulator/dashboard/page',
    emptyOutDir: true,
    reportCompressedSize: false,
    // Of the viewer of the API's documentation, which is large and loaded on its own page only.
    chunkSizeWarningLimit: 2_000,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: {
        main: resolve(import.meta.dirname, 'index.html'),
        docs: resolve(import.meta.dirname, 'docs/index.html'),
      },
    },
  },
});
