import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** Builds the page into the package. Paths are relative, since a token may come before them. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  build: {
    outDir: '../../../dist/simulator/dashboard/page',
    emptyOutDir: true,
    reportCompressedSize: false,
    // The viewer of the API documentation is large, but loaded only on its own page.
    chunkSizeWarningLimit: 2_000,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: {
        main: resolve(import.meta.dirname, 'index.html'),
        docs: resolve(import.meta.dirname, 'docs/index.html'),
      },
    },
  },
});
