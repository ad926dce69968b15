import process from 'node:process';
import { bundleTests } from './test/bundle/bundle-tests.ts';

/** Whoever runs the tests many times over bundles them once and says where that is (`test/mutation/`). */
const bundle = process.env.TEST_BUNDLE ?? (await bundleTests());

export default {
  extensions: ['ts', 'tsx'],
  files: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
  nodeArguments: ['--require=./test/bundle/load-bundle.cjs', '--disable-warning=ExperimentalWarning'],
  // Files run beside each other, as many of them mostly wait; the tests of one file one after another (`test/bundle/bundle-tests.ts`).
  concurrency: 3,
  timeout: '10m',
  workerThreads: false,
  environmentVariables: { FORCE_COLOR: '0', TEST_BUNDLE: bundle },
};
