/** What an animal costs on the disk, once a store is in use: no wait and no call for what is known already. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { runProgram, startServiceProcess } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const preload = join(import.meta.dirname, 'record-calls.cjs');

test('an animal costs two fsyncs to enter and five to send, and what a list teaches two; few calls do it all', async (t) => {
  const home = temporaryFolder(t);
  const service = await startServiceProcess(t, temporaryFolder(t), ['--seed', 'data/demo-pets.json']);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey };
  const record = join(temporaryFolder(t), 'calls');
  const callsOf = async (...words: readonly string[]): Promise<readonly string[]> => {
    rmSync(record, { force: true });
    const { code, stderr } = await runProgram(home, words, {
      env: { ...env, RECORD_CALLS: record, NODE_OPTIONS: `--require=${preload}` },
    });
    t.is(code, 0, stderr);
    return existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
  };
  const syncsOf = async (...words: readonly string[]): Promise<number> =>
    (await callsOf(...words)).filter((call) => /^fdatasync|^fsync/.test(call)).length;

  t.true((await syncsOf('list')) > 0, 'the first command makes the folders');
  await syncsOf('add', '--name', 'First', '--category', '1');
  t.is(await syncsOf('list'), 2, 'it shows the first animal, which is kept');
  t.is(await syncsOf('list'), 0);
  t.is(await syncsOf('add', '--name', 'Luna', '--category', '1'), 7);
  t.is(await syncsOf('add', '--name', 'Rex', '--category', '1', '--no-wait'), 2);
  t.is(await syncsOf('sync'), 7);
  t.is(await syncsOf('list', '--json'), 0);
  t.is(await syncsOf('get', '3'), 0);
  // The fast way to the saved copy: without it, all of the store is opened.
  const saved = await callsOf('get', '3', '--offline');
  t.true(saved.length <= 3, saved.join('\n'));

  const calls = await callsOf('add', '--name', 'Bella', '--category', '1');
  // Before each change, and where the machine kept it waiting, it looks by the first bytes what others did.
  const isLook = (call: string): boolean => /^(open|read) .*queue\.json$/.test(call);
  const others = calls.filter((call) => !isLook(call));
  t.true(others.length <= 52, `${others.length} calls, and ${calls.length - others.length}:\n${calls.join('\n')}`);
});
