import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openCommandWorld } from '../helpers/command-world.js';

test('a file is queued whole and sent by sync', async (t) => {
  const { home, json, run, service } = await openCommandWorld(t);
  const file = join(home, 'animals.csv');
  writeFileSync(file, '\uFEFFname;categoryId;status\r\nRex;3;sold\r\n"Luna; 2";9223372036854775807;\r\n');
  t.deepEqual((await json(['import', file, '--dry-run'])).json, { queued: [], rows: 2 });
  t.deepEqual((await json(['queue'])).json, { entries: [] });
  t.deepEqual((await json(['import', file])).json, { queued: ['Q-1', 'Q-2'], rows: 2 });
  t.deepEqual(service.attempts(), []);
  t.is((await run(['sync'])).code, 0);
  t.deepEqual(service.pets().map(({ name, categoryId, status }) => [name, categoryId, status]), [['Rex', '3', 'sold'], ['Luna; 2', '9223372036854775807', undefined]]);
});

test('one bad row keeps all of them out, and every bad one is named', async (t) => {
  const { json, run } = await openCommandWorld(t);
  const input = 'name,categoryId,status\nRex,3,sold\n,3,sold\nMax,x,lost\n';
  const { code, stdout, stderr } = await run(['import', '-'], { input });
  t.deepEqual([code, stdout], [2, '']);
  t.regex(stderr, /Nothing was queued, because the file has 3 mistakes:\nline 3, name: .*\nline 4, categoryId: .*\nline 4, status: /);
  t.deepEqual((await json(['queue'])).json, { entries: [] });
});

test('the same animals twice are pointed out, in whatever format, and need --again', async (t) => {
  const { json, run } = await openCommandWorld(t);
  t.is((await run(['import', '-'], { input: 'name,categoryId\nRex,3\n' })).code, 0);
  const { code, stderr } = await run(['import', '-'], { input: '[{"name":"Rex","categoryId":3}]' });
  t.is(code, 2);
  t.regex(stderr, /imported already at .*say --again/);
  t.like(await json(['import', '-', '--again'], { input: '{"name":"Rex","categoryId":3}\n' }), { code: 0, json: { queued: ['Q-2'], rows: 1 } });
});

test('what cannot be read is said, and nothing queued', async (t) => {
  const { home, run } = await openCommandWorld(t);
  t.regex((await run(['import', join(home, 'none.csv')])).stderr, /none\.csv cannot be read: there is no such file/);
  t.regex((await run(['import', home])).stderr, /cannot be read: EISDIR/);
  writeFileSync(join(home, 'latin1.csv'), Buffer.from('name,categoryId\nG\xfcnter,1\n', 'latin1'));
  t.regex((await run(['import', join(home, 'latin1.csv')])).stderr, /it is not UTF-8/);
  t.is((await run(['import', '-'])).code, 2);
  t.is((await run(['import', '-'], { input: 'name,categoryId\n' })).code, 2);
});

test('two thousand rows are queued within seconds', async (t) => {
  const { json } = await openCommandWorld(t);
  const rows = Array.from({ length: 2000 }, (_, index) => `Animal ${index},${index % 10},available`);
  const { code, json: report } = await json(['import', '-'], { input: ['name,categoryId,status', ...rows].join('\n') });
  t.is(code, 0);
  t.is((report['queued'] as string[]).at(-1), 'Q-2000');
});
