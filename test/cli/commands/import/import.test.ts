import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test from 'ava';
import { openWorldHere } from '../../../helpers/command-world.ts';
import { programEnvironment, programPath } from '../../../helpers/program.ts';
import { openProgram } from '../../../helpers/terminal.ts';
import { howMany } from '../../../helpers/tier.ts';

test('a file is queued whole and sent by sync', async (t) => {
  const { home, json, run, service } = await openWorldHere(t);
  const file = join(home, 'animals.csv');
  writeFileSync(file, '\uFEFFname;categoryId;status\r\nRex;3;sold\r\n"Luna; 2";9223372036854775807;\r\n');
  t.deepEqual((await json(['import', file, '--dry-run'])).json, { queued: [], rows: 2 });
  t.deepEqual((await json(['queue'])).json, { entries: [] });
  t.deepEqual((await json(['import', file])).json, { queued: ['Q-1', 'Q-2'], rows: 2 });
  t.deepEqual(service.attempts(), []);
  t.is((await run(['sync'])).code, 0);
  t.deepEqual(
    service.pets().map(({ name, categoryId, status }) => [name, categoryId, status]),
    [
      ['Rex', '3', 'sold'],
      ['Luna; 2', '9223372036854775807', undefined],
    ],
  );
});

test('one bad row keeps all of them out, and every bad one is named', async (t) => {
  const { json, run } = await openWorldHere(t);
  const input = 'name,categoryId,status\nRex,3,sold\n,3,sold\nMax,x,lost\n';
  const { code, stdout, stderr } = await run(['import', '-'], { input });
  t.deepEqual([code, stdout], [2, '']);
  t.regex(
    stderr,
    /No animal was queued, because the file has 3 mistakes:\nline 3, name: .*\nline 4, categoryId: .*\nline 4, status: /,
  );
  t.deepEqual((await json(['queue'])).json, { entries: [] });
});

test('what cannot be read is said, and nothing queued', async (t) => {
  const { home, run } = await openWorldHere(t);
  t.regex((await run(['import', join(home, 'none.csv')])).stderr, /none\.csv cannot be read: there is no such file/);
  t.regex((await run(['import', home])).stderr, /cannot be read: it is a folder/);
  t.is((await run(['import', '-'])).code, 2);
  t.is((await run(['import', '-'], { input: 'name,categoryId\n' })).code, 2);
});

const many = howMany(2000, 10_000);

test(`${many} rows are queued, not a second time by mistake, and not beyond what a queue holds`, async (t) => {
  const { home, env, json, run } = await openWorldHere(t);
  const file = join(home, 'animals.csv');
  const write = (name: string, count: number): void =>
    writeFileSync(
      file,
      ['name,categoryId,status', ...Array.from({ length: count }, (_, index) => `${name} ${index},1,`)].join('\r\n'),
    );
  write('Animal', many);
  const whole = openProgram(t, home, { args: ['import', file], env });
  await whole.waitFor(`${many} animals are queued`);
  t.is((await whole.exit).code, 0);
  t.is(((await json(['queue'])).json['entries'] as object[]).length, many);
  const again = await run(['import', file]);
  t.is(again.code, 2);
  t.regex(
    again.stderr,
    new RegExp(`${many} rows were imported on .*: lines 2 to ${many + 1}\\. .--again. queues them once more`),
  );
  // Together with what waits they are more than ten thousand.
  write('Another', 10_001 - many);
  t.like(await json(['import', file]), { code: 7, json: { error: { code: 'queue_full' } } });
});

test('a file that is too long, or never ends, is refused in time', async (t) => {
  const { home, run } = await openWorldHere(t);
  writeFileSync(join(home, 'long.csv'), `name,categoryId\n${'Rex,3\n'.repeat(1_000_000)}`);
  const long = await run(['import', join(home, 'long.csv')]);
  t.is(long.code, 2);
  t.regex(long.stderr, /line 10002: this is animal number 10001, and at most 10000/);
  if (existsSync('/dev/zero')) {
    t.regex((await run(['import', '/dev/zero'])).stderr, /more than 64 MiB/);
  }
});

test('what the saved list shows under the ids of a file is not added a second time without --again', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.insert({ name: 'Rex', categoryId: 3 });
  service.insert({ name: 'Luna', categoryId: 2, status: 'sold' });
  await run(['add', '--name', 'Coco', '--category', '7', '--no-wait']);
  const listed = await json(['list']);
  const pets = JSON.stringify(listed.json['pets']);
  for (const args of [
    ['import', '-'],
    ['import', '-', '--dry-run'],
  ]) {
    const { code, stderr } = await run(args, { input: pets });
    t.is(code, 2);
    t.regex(
      stderr,
      /^Not used: "id"\.\npetstore: 2 of these are on the store already, by the saved copy: #2, #1\. `--again` queues them once more\. No animal was queued\.$/m,
    );
  }

  t.like(await json(['import', '-'], { input: 'id,name,categoryId\nQ-1,Coco,7\n' }), {
    code: 2,
    json: { error: { code: 'usage' } },
  });
  const others = await json(['import', '-'], {
    input: '[{"id":1,"name":"Rexine","categoryId":3},{"id":77,"name":"Rex","categoryId":3}]',
  });
  t.like(others, { code: 0, json: { rows: 2 } });
  t.regex(others.stderr, /^Not used: "id"\.$/m);
  t.like(await json(['import', '-', '--again'], { input: pets }), { code: 0, json: { rows: 2 } });
});

test('a file with ids can be checked where no store is set up', async (t) => {
  const { run } = await openWorldHere(t);
  const nowhere = { env: { PETSTORE_BASE_URL: undefined }, input: 'id,name,categoryId\n1,Rex,3\n' };
  t.is((await run(['import', '-', '--dry-run'], nowhere)).code, 0);
});

test('a file may call categories by their names, and name a column category', async (t) => {
  const { run, json } = await openWorldHere(t);
  await run(['config', 'category', '3', 'Great Danes']);
  t.is((await run(['import', '-'], { input: 'NAME,Category\nRex,great danes\nTom,7\n' })).code, 0);
  t.is((await run(['import', '-'], { input: '[{"name":"Max","category":"GREAT DANES"}]' })).code, 0);
  t.deepEqual(
    ((await json(['queue'])).json['entries'] as { categoryId: number }[]).map(({ categoryId }) => categoryId),
    [3, 7, 3],
  );
  const { code, stderr } = await run(['import', '-'], { input: 'name,category\nRex,Great Dane\n' });
  t.is(code, 2);
  t.regex(stderr, /^line 2, categoryId: .* There is no category "Great Dane"\. Did you mean "Great Danes"\?$/m);
});

test('the rows that were skipped of a pipe are kept where those of standard input are', async (t) => {
  const { home } = await openWorldHere(t);
  const piped = 'printf "name,categoryId\\nRex,3\\nLuna,x\\n" | "$@" import /dev/stdin --skip-bad';
  const { status, stderr } = spawnSync('sh', ['-c', piped, 'sh', process.execPath, programPath], {
    cwd: home,
    env: programEnvironment(home, { PETSTORE_BASE_URL: 'http://127.0.0.1:1/v1' }),
    encoding: 'utf8',
    timeout: 60_000,
  });
  t.is(status, 0, stderr);
  t.is(readFileSync(join(home, 'import.bad.csv'), 'utf8'), 'name,categoryId\nLuna,x\n');
});

test('--skip-bad queues the right rows, and keeps the others in a file that can be corrected and imported', async (t) => {
  const { home, run, json } = await openWorldHere(t);
  const file = join(home, 'animals 200.csv');
  const badFile = join(home, 'animals 200.bad.csv');
  writeFileSync(file, 'name;categoryId;status\nRex;3;sold\n"Lu;na";x;\nMax;1;;;x\nTom;2;lost\n');
  const checked = await json(['import', file, '--skip-bad', '--dry-run']);
  t.like(checked, { code: 0, json: { queued: [], rows: 1 } });
  t.regex(checked.stderr, /1 animal can be imported, and 3 rows cannot\. This was only a check\.\n$/);
  t.false(existsSync(badFile));
  // From wherever the command was typed: the line may be read elsewhere.
  const first = await json(['import', relative(process.cwd(), file), '--skip-bad']);
  t.like(first, { code: 0, json: { queued: ['Q-1'], rows: 1, skipped: { rows: 3, file: badFile } } });
  t.true(first.stderr.includes(`are in '${badFile}': correct and import that.`), first.stderr);
  t.regex(first.stderr, /^line 3, categoryId: .*There is no category "x"/m);
  t.is(readFileSync(badFile, 'utf8'), 'name;categoryId;status\n"Lu;na";x;\nMax;1;;;x\nTom;2;lost\n');

  // Once more: nothing is queued twice, and the file of the first time is not touched.
  t.is((await run(['import', file, '--skip-bad'])).code, 2);
  t.deepEqual(
    readdirSync(home)
      .filter((name) => name.startsWith('animals'))
      .sort(),
    ['animals 200.bad.csv', 'animals 200.csv'],
  );
  t.is((await run(['import', file, '--skip-bad', '--again'])).code, 0);
  t.true(existsSync(join(home, 'animals 200.bad-2.csv')));
  t.is((await run(['import', badFile, '--skip-bad'])).code, 2);
  writeFileSync(
    badFile,
    readFileSync(badFile, 'utf8').replace(';x;', ';7;').replace(';;;x', ';').replace('lost', 'sold'),
  );
  t.like(await json(['import', badFile]), { code: 0, json: { rows: 3 } });
});

test('a file for the bad rows that cannot be written whole is not left behind', async (t) => {
  const { home, json } = await openWorldHere(t);
  const file = join(home, 'animals.csv');
  writeFileSync(file, `name,categoryId\nRex,3\n${'x'.repeat(5000)},x\n`);
  // No file may become longer than a block, as on a disk that is full by then.
  const limited = spawnSync(
    'sh',
    ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, programPath, 'import', file, '--skip-bad'],
    {
      env: programEnvironment(home, { PETSTORE_BASE_URL: 'http://127.0.0.1:1/v1' }),
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  t.is(limited.status, 2);
  t.regex(limited.stderr, /The bad rows cannot be written to .*animals\.bad\.csv \(EFBIG\)\. No animal was queued\./);
  t.deepEqual(
    readdirSync(home).filter((name) => name.startsWith('animals')),
    ['animals.csv'],
  );
  t.like(await json(['queue', 'list']), { json: { entries: [] } } as never);
});

test('--skip-bad keeps the bad items of JSON with exact numbers, and helps nothing where no row can be told', async (t) => {
  const { home, run, json } = await openWorldHere(t);
  const file = join(home, 'animals.json');
  writeFileSync(file, '[{"name":"Rex","categoryId":3}, {"name":"a, [b]",\n "categoryId":9223372036854775808},7]');
  t.like(await json(['import', file, '--skip-bad']), { code: 0, json: { rows: 1, skipped: { rows: 2 } } });
  t.is(
    readFileSync(join(home, 'animals.bad.json'), 'utf8'),
    '[\n{"name":"a, [b]","categoryId":9223372036854775808},\n7\n]\n',
  );
  t.is((await run(['import', '-', '--skip-bad'], { input: 'name,categoryId\nRex,3\n"Luna,2\n' })).code, 2);
  t.is((await run(['import', '-', '--skip-bad'], { input: 'name,categoryId\nRex,x\n' })).code, 2);
  t.deepEqual(((await json(['queue'])).json['entries'] as object[]).length, 1);
});

test('what list prints can be imported as CSV and NDJSON, and what is there already is not queued once more', async (t) => {
  const { run, service } = await openWorldHere(t);
  service.insert({ name: 'a\tb\nc\\d', categoryId: 3, status: 'sold' });
  service.insert({ name: '"Rex" =1', categoryId: 3 });
  await run(['add', '--name', 'Luna', '--category', '3', '--no-wait']);
  const other = await openWorldHere(t);
  for (const format of ['csv', 'ndjson']) {
    const { stdout: input } = await run(['list', '--format', format]);
    const { code, stderr } = await run(['import', '-'], { input });
    t.is(code, 2, format);
    t.regex(
      stderr,
      /3 of these are on the store or in the queue already, by the saved copy: .*`--again` queues them once more/,
      format,
    );
    t.is((await other.run(['import', '-', '--again'], { input })).code, 0, format);
  }

  const { entries } = (await other.json(['queue'])).json as { readonly entries: readonly { readonly name: string }[] };
  const names = ['Luna', 'a\tb\nc\\d', '"Rex" =1'];
  t.deepEqual(entries.map(({ name }) => name).sort(), [...names, ...names].sort());
});

test('what another laptop takes over as NDJSON has every letter of its names', async (t) => {
  const [from, to] = [await openWorldHere(t), await openWorldHere(t)];
  const names = ['Total', 'a\u2028b', '\u001B[1mbold\u0007', 'a\r\nb', '=1', "'=1", ' Rex ', '"Luna"'];
  const input = JSON.stringify(names.map((name) => ({ name, categoryId: 3 })));
  t.is((await from.run(['import', '-'], { input })).code, 0);
  await from.run(['queue', 'hold', '--state', 'queued']);
  const { stdout } = await from.run(['queue', '--state', 'held', '--format', 'ndjson']);
  t.is((await to.run(['import', '-'], { input: stdout })).code, 0);
  const { entries } = (await to.json(['queue'])).json as { readonly entries: readonly { readonly name: string }[] };
  t.deepEqual(
    entries.map(({ name }) => name),
    names,
  );
});

/** So many rows, and others after them. */
const csvOf = (count: number, ...more: readonly string[]): string =>
  ['name,categoryId,status', ...Array.from({ length: count }, (_, index) => `Animal ${index},${index % 7},`), ...more]
    .map((line) => `${line}\n`)
    .join('');

test('a file that was imported, with ten rows more: nothing is doubled, and --new queues the ten', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  t.is((await run(['import', '-'], { input: csvOf(30) })).code, 0);
  t.is((await run(['sync'])).code, 0);
  const ten = Array.from({ length: 10 }, (_, index) => `New ${index},1,sold`);
  const input = csvOf(30, ...ten);
  for (const flags of [[], ['--dry-run']]) {
    const { code, stderr } = await run(['import', '-', ...flags], { input });
    t.is(code, 2);
    t.regex(
      stderr,
      /30 rows were imported on [\d-]+ [\d:]+: lines 2 to 31\. `--new` queues the other 10, `--again` all 40\. No animal was queued\.\n$/,
    );
  }

  const checked = await json(['import', '-', '--new', '--dry-run'], { input });
  t.like(checked, { code: 0, json: { queued: [], rows: 40, before: 30, corrections: [] } } as never);
  t.regex(
    checked.stderr,
    /^30 rows were imported on [\d-]+ [\d:]+: lines 2 to 31\.\n10 animals can be imported, and 30 rows are left out\. This was only a check\.\n$/,
  );
  const { code, json: answer, stderr } = await json(['import', '-', '--new'], { input });
  t.is(code, 0);
  t.like(answer, { rows: 40, before: 30, corrections: [] });
  t.is((answer['queued'] as unknown[]).length, 10);
  t.regex(stderr, /10 animals are queued, and 30 rows are left out\./);
  t.is((await run(['sync'])).code, 0);
  t.is(service.pets().length, 40);
  t.like(await run(['import', '-', '--new'], { input }), { code: 2 }, 'nothing is left of it');
  t.is((await run(['import', '-', '--new', '--again'], { input })).code, 2);
  t.like(await json(['import', '-', '--again'], { input }), { code: 0, json: { rows: 40 } });
});

test('a corrected row is named, and not queued by --new, as the first one may be on the store', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  t.is((await run(['import', '-'], { input: csvOf(5) })).code, 0);
  const input = csvOf(5, 'Zed,3,').replace('Animal 2,2,', 'Animal 2,2,sold');
  const { code, stderr } = await run(['import', '-'], { input });
  t.is(code, 2);
  t.regex(stderr, /4 rows were imported on .*: lines 2 to 3, 5 to 6\. `--new` queues the other 1, `--again` all 6\./);
  t.regex(stderr, /^line 4, status: Animal 2 corrects a row that was imported before\.$/m);
  t.like(await json(['import', '-', '--new'], { input }), {
    code: 0,
    json: { queued: ['Q-6'], before: 4, corrections: [{ line: 4, field: 'status' }] },
  } as never);
  t.is((await run(['sync'])).code, 0);
  t.deepEqual(service.names().toSorted(), ['Animal 0', 'Animal 1', 'Animal 2', 'Animal 3', 'Animal 4', 'Zed']);
});

test('--new counts and names the rows that it leaves out for their ids', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.insert({ name: 'Coco', categoryId: 7 });
  await run(['list']);
  const input = 'id,name,categoryId\n1,Coco,7\nA2,Rex,3\nA2,Rex,3\nA2,Rexy,3\nA3,Max,2\n';
  const refused = await run(['import', '-'], { input });
  t.is(refused.code, 2);
  t.regex(refused.stderr, /`--new` queues the other 2, `--again` all 5/);
  const check = await json(['import', '-', '--new', '--dry-run'], { input });
  t.like(check.json, { rows: 5, leftOut: 3, queued: [] });
  t.regex(check.stderr, /2 animals can be imported, and 3 rows are left out\./);
  const { stderr, json: answer } = await json(['import', '-', '--new'], { input });
  t.like(answer, { rows: 5, leftOut: 3, queued: ['Q-1', 'Q-2'] });
  t.regex(stderr, /1 of these is on the store already, by the saved copy: #1\./);
  t.regex(stderr, /2 rows have an id of a row above, .*: A2 \(lines 3 to 5\)\./);
  t.regex(stderr, /2 animals are queued, and 3 rows are left out\./);
});

test('likely doubles are listed before anything is queued: in the file, and of what is there', async (t) => {
  const { run, service } = await openWorldHere(t);
  service.insert({ name: 'Rex', categoryId: 3 });
  await run(['list']);
  const input = 'name,categoryId\nRex,3\nPuppy,1\nMax,2\nPuppy,1\n';
  const told = (await run(['import', '-'], { input })).stderr;
  t.regex(told, /2 of these have the name and category of another animal: Rex \(#1\), Puppy \(line 3\)\./);
  t.regex(
    told,
    /queues them all the same, and an open app sends them at once; :import in the app can leave them out\./,
  );
  t.true(told.indexOf('Puppy (line 3)') < told.indexOf('4 animals are queued'));
});

test('what --column says of a header is remembered for the next file with it, however its titles are written', async (t) => {
  const { home, run, json } = await openWorldHere(t);
  const write = (name: string, text: string): string => {
    const path = join(home, name);
    writeFileSync(path, text);
    return path;
  };
  const monday = write('monday.csv', 'Animal ID,Name,Animal Type,Outcome\nA1,Rex,2,Sold\nA2,Luna,1,\n');
  t.regex((await run(['import', monday])).stderr, /Say which it is: `--column category='Animal Type'`/);
  const named = ['--column', 'category=animal type', '--column', 'status=Outcome'];
  t.is((await run(['import', monday, ...named, '--dry-run'])).code, 0);
  t.regex((await run(['import', monday])).stderr, /Say which it is/, 'a check leaves nothing behind');
  t.is((await run(['import', monday, ...named])).code, 0);
  const tuesday = write('tuesday.csv', 'animal_id;NAME;Animal Type;Outcome\nA3;Max;2;SOLD\n');
  t.regex(
    (await run(['import', tuesday])).stderr,
    /^Columns, as said for this header before: .*--column FIELD=TITLE` says otherwise\.$/m,
  );
  const entries = (await json(['queue'])).json['entries'] as { name: string; categoryId: number; status?: string }[];
  t.deepEqual(
    entries.map(({ name, categoryId, status }) => [name, categoryId, status]),
    [
      ['Rex', 2, 'sold'],
      ['Luna', 1, undefined],
      ['Max', 2, 'sold'],
    ],
  );
  t.like(JSON.parse(readFileSync(join(home, 'config', 'config.json'), 'utf8')), {
    imports: [{ columns: { category: 'Animal Type', status: 'Outcome' } }],
  });
});
