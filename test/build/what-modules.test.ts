/** Which of Node's modules a start loads: each of these takes as long as a tenth of a bare Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { runProgram } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const preload = join(import.meta.dirname, 'record-modules.cjs');
const costly: readonly string[] = ['child_process', 'crypto', 'fs/promises', 'http', 'readline', 'sqlite', 'zlib'];

test('a command loads of the costly modules of Node those alone that it uses', async (t) => {
  const home = temporaryFolder(t);
  const record = join(home, 'modules');
  const loadedBy = async (...words: readonly string[]): Promise<readonly string[]> => {
    const env = {
      PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1',
      RECORD_MODULES: record,
      NODE_OPTIONS: `--require=${preload}`,
    };
    const { code, stderr } = await runProgram(home, words, { env });
    t.is(code, 0, stderr);
    const loaded = readFileSync(record, 'utf8').split('\n');
    return costly.filter((each) => loaded.includes(each));
  };

  t.deepEqual(await loadedBy('--version'), []);
  t.deepEqual(await loadedBy('add', '--help'), []);
  t.deepEqual(await loadedBy('completion', 'bash'), []);
  // The name of the store's folder, the checksum of the queue, and its lock.
  t.deepEqual(await loadedBy('add', 'Luna', '1', '--no-wait'), ['crypto', 'sqlite', 'zlib']);
});
