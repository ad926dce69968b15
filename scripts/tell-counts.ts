/**
 * The line that `.ci/run` closes with: `node scripts/tell-counts.ts LOG STATUS` reads what `npm test` printed to its
 * standard output, and with which status it ended. A run that failed without a failing test has failed once.
 */
import { readFileSync } from 'node:fs';
import { readRun } from './tell-counts/read-run.ts';

const [log = '', status = '0'] = process.argv.slice(2);
const { passed, skipped, failures } = readRun(readFileSync(log, 'utf8'));
const failed = Math.max(failures.length, status === '0' ? 0 : 1);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
