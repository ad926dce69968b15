/**
 * Stryker makes one change after another in one part of the code and runs that part's tests; `mutate.ts` says which.
 */
import { resolve } from 'node:path';

const { MUTATE_FILES = '', MUTATE_REPORT = 'mutation.json' } = process.env;

export default {
  mutate: MUTATE_FILES.split(' '),
  testRunner: 'in-process',
  plugins: [resolve(import.meta.dirname, 'in-process-runner.ts')],
  // Only what some test runs is changed, and only the tests that run it are run.
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 30_000,
  disableTypeChecks: false,
  tempDirName: '.stryker',
  symlinkNodeModules: false,
  ignorePatterns: ['/dist', '/bench', '/docs', '/test/tui', '/test/mutation/node_modules'],
  reporters: ['json'],
  jsonReporter: { fileName: MUTATE_REPORT },
  allowEmpty: false,
  checkers: [],
};
