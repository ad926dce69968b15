import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { bundleTests, findAsked } from './test/bundle/bundle-tests.ts';
import { findQuickFolder } from './test/bundle/quick-folder.ts';

/** Whoever runs the tests many times over compiles them once and says where that is. */
const bundle = process.env.TEST_BUNDLE ?? (await bundleTests(findAsked(process.argv.slice(2))));

/** What takes longest begins first: what begins last runs alone. */
const longest = [
  'docs/commands',
  'campaigns/',
  'package/',
  'terminal/',
  'sync/disk-faults',
  'service/database-trouble',
  'end-to-end/',
  'pictures/',
  'cli/commands/import/',
].map((name) => resolve('test', name));
const rank = (file) => {
  const place = longest.findIndex((start) => file.startsWith(start));
  return place === -1 ? longest.length : place;
};

export default {
  extensions: ['ts', 'tsx'],
  files: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
  nodeArguments: ['--require=./test/bundle/load-bundle.cjs', '--disable-warning=ExperimentalWarning'],
  // Files run beside each other, as many of them mostly wait; the tests of one file one after another (`test/bundle/bundle-tests.ts`).
  concurrency: 5,
  sortTestFiles: (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
  timeout: '10m',
  workerThreads: false,
  // Whatever a test starts finds what Node compiled of it before: the program, its service, npm, the build.
  environmentVariables: {
    FORCE_COLOR: '0',
    // React's build for development takes twice as long to draw a screen.
    NODE_ENV: 'production',
    TMPDIR: findQuickFolder(process.env),
    // Otherwise Ink starts `tput` twice for each drawing of a window that no terminal has.
    COLUMNS: '80',
    LINES: '24',
    // Without UTF-8 the app draws in ASCII, and a machine may have no locale at all.
    LANG: 'C.UTF-8',
    LC_ALL: '',
    LC_CTYPE: '',
    TEST_BUNDLE: bundle,
    NODE_COMPILE_CACHE: join(dirname(bundle), 'compiled'),
  },
};
