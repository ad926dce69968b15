/** Bundles the tests in Stryker's copy of the project, once for all changes, and notes in `.bundle` where that is. */
import { writeFileSync } from 'node:fs';
import { bundleTests } from '../bundle/bundle-tests.ts';

writeFileSync('.bundle', await bundleTests());
