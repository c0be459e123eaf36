import { relative, resolve } from 'node:path';
import { defineConfig, type Plugin, runnerImport } from 'vite';

/** What is started or imported by its path: the package's exports and command, what tests run in its place, threads, and the commands of the repository. */
const entries = [
  'assay',
  'suites/run-command',
  'spec/index',
  'simulator/index',
  'simulator/msw',
  'simulator/server-thread',
  'simulator/attachments/parse-worker',
  'simulator/bench/bench',
  'simulator/bench/contender',
  'simulator/quality/quality',
  'suites/library/index',
  'suites/vitest/index',
  'suites/proof/prove',
  'suites/proof/trial-worker',
];

/** Stays outside: optional peers, and what finds files beside its own. */
const external = [
  '@hyzyla/pdfium',
  '@stryker-mutator/instrumenter',
  '@tesseract.js-data/eng',
  'ioredis',
  'libsql',
  'msw',
  'pg',
  'piscina',
  'tesseract.js',
  'vitest',
];

const root = '<where the package lies, seen from the chunk>';

/** Modules look for files beside themselves: in whatever chunk they end up, they find them where they would lie if each were a file. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return null;
    const place = `${root}${relative(import.meta.dirname, id).replace(/\.ts$/, '.js')}`;
    return { code: code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`), map: null };
  },
  renderChunk: (code, { fileName }) => code.replaceAll(root, '../'.repeat(fileName.split('/').length - 1) || './'),
};

/** Fills a module with what takes a start longer to work out than to read. */
function prepared(file: RegExp, name: string, make: () => Promise<unknown>): Plugin {
  return {
    name: `prepared ${name}`,
    load: {
      filter: { id: file },
      handler: async () => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(await make()))});`,
    },
  };
}

const source = async <Module>(file: string): Promise<Module> =>
  (await runnerImport<Module>(resolve(import.meta.dirname, file))).module;

const preparedVocabulary = prepared(/simulator\/answers\/prepared\.ts$/, 'prepared', async () =>
  (await source<typeof import('./simulator/answers/concepts.ts')>('simulator/answers/concepts.ts')).writeVocabulary(),
);

const preparedPages = prepared(
  /simulator\/attachments\/prepared-pages\.ts$/,
  'preparedPages',
  async () =>
    (await source<typeof import('./simulator/attachments/make-pages.ts')>('simulator/attachments/make-pages.ts')).pages,
);

const preparedRows = prepared(/suites\/generate\/prepared-rows\.ts$/, 'preparedRows', async () => {
  const { defaults } = await source<typeof import('./suites/engine/settings.ts')>('suites/engine/settings.ts');
  const file = 'suites/generate/circumstance-rows.ts';
  return (await source<typeof import('./suites/generate/circumstance-rows.ts')>(file)).rowsToPrepare(defaults.seed);
});

/** Joins modules and libraries into few files: Node would take longer to find and compile hundreds than to answer. */
export default defineConfig({
  plugins: [ownPlaces, preparedVocabulary, preparedPages, preparedRows],
  logLevel: 'warn',
  ssr: { noExternal: true, external },
  // As text: a value of megabytes is parsed in half the time that it takes to compile.
  json: { namedExports: false, stringify: true },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: Object.fromEntries(entries.map((name) => [name, resolve(import.meta.dirname, `${name}.ts`)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
