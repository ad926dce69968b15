/**
 * Runs the contract's table against any address: `node tools/conformance.ts --base-url URL`, with the key in PETSTORE_API_KEY.
 *
 * It adds a few dozen animals, which nothing can remove again: not for a store with real animals. Exits 1 when a
 * *specified* or *standard* case fails; what was *decided here* is only told, since another implementation may decide
 * otherwise.
 */
import { parseArgs } from 'node:util';
import { cases } from '../test/conformance/cases.ts';
import { checkCase } from '../test/conformance/check-case.ts';
import { prepare } from '../test/conformance/prepare.ts';

const { values } = parseArgs({ options: { 'base-url': { type: 'string' } } });
const baseUrl = values['base-url']?.replace(/\/$/, '');
const apiKey = process.env['PETSTORE_API_KEY'];

if (baseUrl === undefined || apiKey === undefined) {
  console.error('Usage: PETSTORE_API_KEY=... node tools/conformance.ts --base-url https://host/v1');
  process.exit(2);
}

const pet = await prepare({ baseUrl, apiKey });
const failed = new Map<string, number>();
for (const one of cases) {
  const problems = await checkCase({ baseUrl, apiKey, pet }, one).catch((error: unknown) => [String(error)]);
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${one.label.padEnd(12)} ${one.title}`);
  for (const problem of problems) {
    console.log(`       ${problem}`);
  }

  if (problems.length > 0) {
    failed.set(one.label, (failed.get(one.label) ?? 0) + 1);
  }
}

console.log(
  `${cases.length} cases; failed: ${[...failed].map(([label, count]) => `${count} ${label}`).join(', ') || 'none'}`,
);
process.exitCode = failed.has('specified') || failed.has('standard') ? 1 : 0;
