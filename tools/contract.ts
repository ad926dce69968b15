/**
 * Holds client and service against programs that strangers wrote, as they come. Prints a row for each, and ends with 1
 * where something does not hold. The strangers are installed below `tools/contract` only.
 *
 *     npm run build && npx tsx tools/contract.ts [WORD ...]
 *
 * Words choose the rows whose title has them. openapi-generator needs Java, its client for Python python3-dateutil,
 * -six, -urllib3 and -certifi; without them their rows fail.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generatorNames, underGenerated } from './contract/generators.ts';
import { atJsonServer, atPrismMock, throughPrismProxy } from './contract/stores.ts';
import { underDredd, underPortman } from './contract/testers.ts';

const own = join(import.meta.dirname, 'contract');
execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--silent'], {
  cwd: own,
  stdio: 'inherit',
});

const folder = mkdtempSync(join(tmpdir(), 'petstore-contract-'));
const place = { folder, contract: resolve('data/openapi.yaml'), contract30: resolve('dist/openapi-3.0.yaml') };
const rows: Readonly<Record<string, () => Promise<string>>> = {
  'client at Prism (mock)': () => atPrismMock(place),
  'client at json-server': () => atJsonServer(place),
  "client and service through Prism's proxy": () => throughPrismProxy(place),
  'service under Dredd': () => underDredd(place),
  'service under Portman': () => underPortman(place),
  ...Object.fromEntries(
    generatorNames.map((name) => [`service under a client of ${name}`, () => underGenerated(name, place)]),
  ),
};

const wanted = process.argv.slice(2);
try {
  for (const [title, row] of Object.entries(rows).filter(([name]) => wanted.every((word) => name.includes(word)))) {
    try {
      console.log(`| ${title} | ${await row()} |`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`| ${title} | failed: ${error instanceof Error ? error.message : String(error)} |`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
