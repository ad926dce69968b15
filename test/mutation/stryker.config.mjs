/** Stryker makes one change after another in one part of the code and runs that part's tests; `mutate.ts` says which. */
const { MUTATE_FILES = '', MUTATE_TESTS = '', MUTATE_REPORT = 'mutation.json' } = process.env;

export default {
  mutate: MUTATE_FILES.split(' '),
  testRunner: 'command',
  // All changes are in one bundle, and Stryker tells by a variable which of them holds: it is made only once.
  buildCommand: 'node test/mutation/bundle.ts',
  commandRunner: { command: `TEST_BUNDLE=$(cat .bundle) ava --fail-fast --timeout=20s ${MUTATE_TESTS}` },
  coverageAnalysis: 'off',
  concurrency: 1,
  timeoutMS: 60_000,
  disableTypeChecks: false,
  tempDirName: '.stryker',
  symlinkNodeModules: false,
  ignorePatterns: ['/dist', '/bench', '/docs', '/test/mutation/node_modules'],
  reporters: ['json'],
  jsonReporter: { fileName: MUTATE_REPORT },
  allowEmpty: false,
  checkers: [],
  plugins: [],
};
