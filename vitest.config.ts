import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

// Tests make folders by the hundred: all of them in one, which goes with the run.
const folder = mkdtempSync(join(tmpdir(), 'assay-tests-'));
process.env.TMPDIR = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Says why tests were skipped, and ends every run with the plain line that CI reads: `N passed, N failed`. */
const closingLine: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]).map((test) => test.result());
    const results = tests.map(({ state }) => state);
    const reasons = tests.flatMap((result) => (result.state === 'skipped' && result.note ? [result.note] : []));
    for (const reason of new Set(reasons))
      console.log(`${reasons.filter((one) => one === reason).length} skipped: ${reason}`);
    // A worker that died takes its file with it, and the runner does not say which one it was.
    for (const module of modules)
      if (['queued', 'pending'].includes(module.state())) console.log(`without a result: ${module.moduleId}`);
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandled.length;
    const passed = results.filter((state) => state === 'passed').length;
    // Tests that a filter leaves out are neither; the linter lets no test be skipped.
    const failed = results.filter((state) => state === 'failed').length;
    console.log(`${passed} passed, ${failed + broken} failed`);
  },
};

/**
 * Whole runs against servers with odd HTTP, with temporary failures or with none of the promises, commands that are run again and again as a user would, trials
 * of deviations, and each rule as a test of its own (`command.test.ts` tells of all in one): they take minutes, and belong to the proof.
 */
const WHOLE_RUNS = ['suites/proof/whole-runs/*.test.ts', '**/*.e2e.test.ts', 'suites/conformance.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    // Left to itself the runner keeps one processor free; tests that wait for an outage to end, or for a command, need none.
    maxWorkers: availableParallelism() + 2,
    maxConcurrency: 10,
    // These limits measure nothing: they end what hangs, on the slowest machine as well.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // No module holds a state that tests could see of each other, and to load them anew for each file takes a fifth of the time.
    isolate: false,
    cache: false,
    // What was built is run as it is.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: { name: 'tests', include: ['**/*.test.ts'], exclude: ['dist/**', 'node_modules/**', ...WHOLE_RUNS] },
      },
      {
        extends: true,
        test: {
          name: 'whole runs',
          include: WHOLE_RUNS,
          exclude: ['dist/**', 'node_modules/**'],
          testTimeout: 900_000,
        },
      },
    ],
  },
});
