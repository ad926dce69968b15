/** Which files of a store a command reads: none that it does not show, and none twice. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test from 'ava';
import { hashIdentity } from '../../source/app/profiles/profiles.js';
import { type Int64, toInt64 } from '../../source/domain/int64.js';
import { createVersionGate } from '../../source/local/documents/document.js';
import { createSavedPets } from '../../source/local/saved-pets.js';
import { diskFileSystem } from '../../source/platform/files/file-system.js';
import { runProgram } from '../helpers/program.js';
import { runHere } from '../helpers/run-here.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const preload = join(import.meta.dirname, 'record-calls.cjs');
/** Nobody listens there. */
const baseUrl = 'http://127.0.0.1:9/v1';
const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: 'pst_test' };

const storeFolder = join('data/stores', hashIdentity(baseUrl));
/** A home with 10 000 saved pets and four queued animals, of which each test has a copy. */
let used: Promise<string> | undefined;
test.after.always(async () => used && rmSync(await used, { recursive: true, force: true }));

async function makeUsedHome(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'petstore-test-'));
  const store = join(home, storeFolder);
  mkdirSync(store, { recursive: true });
  const pets = Array.from({ length: 10_000 }, (_, index) => ({
    id: toInt64(index + 1)!,
    name: `Pet ${index + 1}`,
    categoryId: '3' as Int64,
  }));
  await createSavedPets(diskFileSystem, store, createVersionGate()).write({
    resets: 0,
    pets,
    lists: { all: { fetchedAt: new Date().toISOString(), complete: true } },
    lookedUp: [],
  });
  for (const name of ['Rex', 'Luna', 'Max', 'Shadow']) {
    await runHere(home, ['add', '--name', name, '--category', '3', '--no-wait'], { env });
  }

  return home;
}

for (const words of [
  ['queue', 'list'],
  ['import', '-'],
  ['queue', 'show', 'Q-2'],
  ['status'],
  ['add', '--name', 'Coco', '--category', '7', '--no-wait'],
  ['get', '42', '--offline'],
  ['list', '--offline'],
  ['list', '--offline', '--limit=5'],
] as const) {
  test(`${words.join(' ')} of 10 000 saved pets reads them and the queue once`, async (t) => {
    const home = temporaryFolder(t);
    cpSync(await (used ??= makeUsedHome()), home, { recursive: true });
    const record = join(temporaryFolder(t), 'calls');
    const { code, stderr } = await runProgram(home, words, {
      env: { ...env, RECORD_CALLS: record, NODE_OPTIONS: `--require=${preload}` },
      // With ids, which are compared with the saved pets.
      input: 'id,name,categoryId\n20000,Coco,7\n',
    });
    t.is(code, 0, stderr);
    const store = join(home, storeFolder);
    const read = readFileSync(record, 'utf8')
      .trim()
      .split('\n')
      .filter((call) => call.startsWith(`readFile ${store}`))
      .map((call) => basename(call));
    for (const name of ['pets.json', 'queue.json']) {
      t.true(read.filter((each) => each === name).length <= 1, read.join(' '));
    }
  });
}
