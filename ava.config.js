import { bundleTests } from './test/bundle/bundle-tests.ts';

export default {
  extensions: ['ts', 'tsx'],
  files: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
  nodeArguments: ['--require=./test/bundle/load-bundle.cjs', '--disable-warning=ExperimentalWarning'],
  timeout: '2m',
  workerThreads: false,
  environmentVariables: { FORCE_COLOR: '0', TEST_BUNDLE: await bundleTests() },
};
