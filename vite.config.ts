import { readFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { defineConfig, type Plugin, runnerImport } from 'vite';

/** What is started or imported by its path: the package's exports and command, what tests run in its place, threads, and the commands of the repository. */
const entries = [
  'assay',
  'suites/run-command',
  'spec/index',
  'simulator/index',
  'simulator/msw',
  'simulator/server/server-thread',
  'simulator/attachments/parse-worker',
  'simulator/bench/bench',
  'simulator/bench/contender',
  'simulator/quality/quality',
  'suites/library/index',
  'suites/vitest/index',
  'suites/proof/prove',
  'suites/proof/trials/trial-worker',
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
const places: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url') || code.includes(root)) return null;
    const place = `${root}${relative(import.meta.dirname, id).replace(/\.ts$/, '.js')}`;
    return { code: code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`), map: null };
  },
  renderChunk: (code, { fileName }) => code.replaceAll(root, '../'.repeat(fileName.split('/').length - 1) || './'),
};

/** A module that reads a value from a file of its own: V8 takes twice as long to compile a text of megabytes as to read and parse one. */
function readsFile(emit: EmitFile, name: string, text: string, code: (value: string) => string): string {
  const fileName = `values/${name}.json`;
  emit({ type: 'asset', fileName, source: text });
  return `import { readFileSync } from 'node:fs';\n${code(`JSON.parse(readFileSync(new URL('${root}${fileName}', import.meta.url), 'utf8'))`)}`;
}

type EmitFile = (file: { readonly type: 'asset'; readonly fileName: string; readonly source: string }) => unknown;

/** Fills the module `into` with what takes longer to work out than to read, made by the module `from`; it is read when it is first asked for. */
function prepared<Module>(into: string, from: string, make: (module: Module) => unknown): Plugin {
  const name = basename(into).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    name: `prepared ${name}`,
    load: {
      filter: { id: new RegExp(`/${into}\\.ts$`) },
      async handler() {
        const value = JSON.stringify(await make(await source<Module>(from)));
        const lazily = (read: string): string => `let value;\nexport const ${name} = () => (value ??= ${read});`;
        return readsFile((file) => this.emitFile(file), name, value, lazily);
      },
    },
  };
}

const source = async <Module>(file: string): Promise<Module> =>
  (await runnerImport<Module>(resolve(import.meta.dirname, file))).module;

const fixture = '\0fixture:';

/** The fixtures, read from files. */
const fixtures: Plugin = {
  name: 'fixtures',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\.\/[\w-]+\.json$/ },
    handler: (id, importer) =>
      importer && dirname(importer) === resolve(import.meta.dirname, 'fixtures')
        ? fixture + basename(id, '.json')
        : null,
  },
  load: {
    filter: { id: new RegExp(`^${fixture}`) },
    async handler(id) {
      const name = id.slice(fixture.length);
      const text = await readFile(resolve(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8');
      const atOnce = (value: string): string => `export default ${value};`;
      return readsFile((file) => this.emitFile(file), name, JSON.stringify(JSON.parse(text)), atOnce);
    },
  },
};

const preparedVocabulary = prepared<typeof import('./simulator/answers/reading/concepts.ts')>(
  'simulator/answers/reading/prepared-vocabulary',
  'simulator/answers/reading/concepts.ts',
  ({ writeVocabulary }) => writeVocabulary(),
);

const preparedSentences = prepared<typeof import('./simulator/answers/corpus/read-sentences.ts')>(
  'simulator/answers/corpus/prepared-sentences',
  'simulator/answers/corpus/read-sentences.ts',
  ({ writeSentences }) => writeSentences(),
);

const preparedPages = prepared<typeof import('./simulator/attachments/make-pages.ts')>(
  'simulator/attachments/prepared-pages',
  'simulator/attachments/make-pages.ts',
  ({ pages }) => pages,
);

/** As code, not as a value. */
const preparedValidators: Plugin = {
  name: 'prepared validators',
  load: {
    filter: { id: /simulator\/request\/prepared-validators\.ts$/ },
    handler: async () =>
      (
        await source<typeof import('./simulator/request/make-validators.ts')>('simulator/request/make-validators.ts')
      ).validatorsCode(),
  },
};

const preparedRows = prepared<typeof import('./suites/generate/circumstance-rows.ts')>(
  'suites/generate/prepared-rows',
  'suites/generate/circumstance-rows.ts',
  async ({ rowsToPrepare }) => {
    const { defaults } = await source<typeof import('./suites/engine/context/settings.ts')>(
      'suites/engine/context/settings.ts',
    );
    return rowsToPrepare(defaults.seed);
  },
);

/** Joins modules and libraries into few files: Node would take longer to find and compile hundreds than to answer. */
export default defineConfig({
  plugins: [places, fixtures, preparedVocabulary, preparedSentences, preparedPages, preparedValidators, preparedRows],
  logLevel: 'warn',
  ssr: { noExternal: true, external },
  // As text: a value of megabytes is parsed in half the time that it takes to compile.
  json: { namedExports: false, stringify: true },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    emitAssets: true,
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
