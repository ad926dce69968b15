/** How often a command waits for the disk, once a store is in use: not once for what it could read again. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { runProgram, startServiceProcess } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const preload = join(import.meta.dirname, 'record-syncs.cjs');

test('an animal costs two fsyncs to enter and five to send, and what a list teaches two', async (t) => {
  const home = temporaryFolder(t);
  const service = await startServiceProcess(t, temporaryFolder(t), ['--seed', 'data/demo-pets.json']);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey };
  const record = join(home, 'syncs');
  const syncsOf = async (...words: readonly string[]): Promise<number> => {
    rmSync(record, { force: true });
    const { code, stderr } = await runProgram(home, words, {
      env: { ...env, RECORD_SYNCS: record, NODE_OPTIONS: `--require=${preload}` },
    });
    t.is(code, 0, stderr);
    return existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n').length : 0;
  };

  t.true((await syncsOf('list')) > 0, 'the first command makes the folders');
  await syncsOf('add', '--name', 'First', '--category', '1');
  t.is(await syncsOf('list'), 2, 'it shows the first animal, which is kept');
  t.is(await syncsOf('list'), 0);
  t.is(await syncsOf('add', '--name', 'Luna', '--category', '1'), 7);
  t.is(await syncsOf('add', '--name', 'Rex', '--category', '1', '--no-wait'), 2);
  t.is(await syncsOf('sync'), 7);
  t.is(await syncsOf('list', '--json'), 0);
  t.is(await syncsOf('get', '3'), 0);
});
