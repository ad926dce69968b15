import { resolve } from 'node:path';
import process from 'node:process';
import { bundleTests } from './test/bundle/bundle-tests.ts';

/** Whoever runs the tests many times over bundles them once and says where that is (`test/mutation/`). */
const bundle = process.env.TEST_BUNDLE ?? (await bundleTests());

/** What takes longest begins first: what begins last runs alone. */
const longest = ['cli/commands/queue/queue', 'docs/commands', 'sync/disk-faults', 'package/', 'service/backup', 'campaigns/', 'end-to-end/'].map((name) => resolve('test', name));
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
  environmentVariables: { FORCE_COLOR: '0', TEST_BUNDLE: bundle },
};
