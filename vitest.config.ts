import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

/** Ends every run with the plain line that CI reads: `N passed, N failed`. */
const closingLine: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const results = modules.flatMap((module) => [...module.children.allTests()]).map((test) => test.result().state);
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandled.length;
    const passed = results.filter((state) => state === 'passed').length;
    // Tests that a filter leaves out are neither; the linter lets no test be skipped.
    const failed = results.filter((state) => state === 'failed').length;
    console.log(`${passed} passed, ${failed + broken} failed`);
  },
};

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**'],
    reporters: ['default', closingLine],
    // Left to itself the runner keeps one processor free; tests that wait for a bad day to end need none.
    maxWorkers: '100%',
    maxConcurrency: 10,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    cache: false,
  },
});
