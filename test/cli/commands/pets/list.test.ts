import { copyFileSync, cpSync, writeFileSync } from 'node:fs';
import test from 'ava';
import { openViews, storeKeyOf } from '../../../../source/app/ui-persistence.ts';
import { foldersBelow } from '../../../../source/platform/files/paths.ts';
import { serve } from '../../../client/servers.ts';
import { openWorldHere } from '../../../helpers/command-world.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const animals = [
  { name: 'Rex', categoryId: 3, status: 'available' },
  { name: 'Luna', categoryId: 2, status: 'sold' },
  { name: 'Ümit', categoryId: 3 },
  { name: 'abel', categoryId: 10, status: 'pending' },
] as const;

async function openFilledWorld(t: Parameters<typeof openWorldHere>[0]) {
  const world = await openWorldHere(t);
  for (const animal of animals) {
    world.service.insert(animal);
  }

  return world;
}

const columnsOf = (stdout: string) =>
  stdout
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));

test('without a terminal a list is TSV without a header, highest id first', async (t) => {
  const { run } = await openFilledWorld(t);
  const { code, stdout, stderr } = await run(['list']);
  t.deepEqual([code, stderr], [0, '']);
  t.deepEqual(columnsOf(stdout), [
    ['4', 'abel', '10', 'pending', ''],
    ['3', 'Ümit', '3', '', ''],
    ['2', 'Luna', '2', 'sold', ''],
    ['1', 'Rex', '3', 'available', ''],
  ]);
});

test('a status, words, an order and a limit choose what is printed', async (t) => {
  const { run } = await openFilledWorld(t);
  const ids = async (...args: string[]) => columnsOf((await run(['list', ...args])).stdout).map(([id]) => id);
  t.deepEqual(await ids('-s', 'sold'), ['2']);
  t.deepEqual(await ids('-q', 'ÜMIT 3'), ['3']);
  t.deepEqual(await ids('-q', 'available rex'), ['1']);
  t.deepEqual(await ids('--sort', 'name'), ['4', '2', '1', '3']);
  t.deepEqual(await ids('--sort', 'category'), ['2', '3', '1', '4']);
  t.deepEqual(await ids('--sort', 'status', '--reverse'), ['3', '2', '4', '1']);
  t.deepEqual(await ids('-L', '2'), ['4', '3']);
});

test('the filter language is that of the app, and too many words are refused', async (t) => {
  const { run } = await openFilledWorld(t);
  t.deepEqual(columnsOf((await run(['list', '-q', 'cat:3 -is:available'])).stdout), [['3', 'Ümit', '3', '', '']]);
  const words = Array.from({ length: 65 }, (_, index) => `w${index}`).join(' ');
  const { code, stderr } = await run(['list', '-q', words]);
  t.is(code, 2);
  t.regex(stderr, /at most 64 words/);
});

test('NDJSON has an animal in each line, as the store gives it', async (t) => {
  const { run } = await openFilledWorld(t);
  t.is(
    (await run(['list', '-L', '2', '--format', 'ndjson'])).stdout,
    '{"id":4,"name":"abel","categoryId":10,"status":"pending"}\n{"id":3,"name":"Ümit","categoryId":3}\n',
  );
});

test('queued animals are sorted among themselves, as in the app', async (t) => {
  const { run, json } = await openFilledWorld(t);
  for (const name of ['Mika', 'anna', 'Zoe']) {
    await run(['add', '--name', name, '--category', '3', '--no-wait']);
  }

  const first = async (...args: string[]) =>
    (await run(['list', '-L', '4', '--columns', 'name', ...args])).stdout.split('\n').slice(0, 4);
  t.deepEqual(await first('--sort', 'name'), ['anna', 'Mika', 'Zoe', 'abel']);
  t.deepEqual((await first('--sort', 'name', '--reverse')).slice(0, 3), ['Zoe', 'Mika', 'anna']);
  t.like((await json(['list', '--sort', 'name'])).json, { queued: [{ name: 'anna' }, { name: 'Mika' }] });
  t.deepEqual((await first('--format', 'table')).slice(1), ['Zoe', 'anna', 'Mika'], 'as the app has them');
});

test('--columns chooses columns and their order, in every format that has some', async (t) => {
  const { run, json } = await openFilledWorld(t);
  await run(['config', 'category', '3', 'Dogs']);
  await run(['add', '--name', 'Coco', '--category', '3', '--no-wait']);
  const print = async (columns: string, format?: string) =>
    (await run(['list', '-L', '2', `--columns=${columns}`, ...(format === undefined ? [] : ['--format', format])]))
      .stdout;
  t.is(await print('id,name'), 'Q-1\tCoco\n4\tabel\n');
  t.is(await print('name, id'), 'Coco\tQ-1\nabel\t4\n');
  t.is(await print('state,status,category', 'csv'), 'state,status,categoryId\nqueued,,3\n,pending,10\n');
  t.is(await print('state,category,id', 'table'), 'STATE   CATEGORY  ID\nqueued  Dogs (3)  Q-1\n        10        4\n');
  t.is(
    (await run(['list', '--columns', 'state', '-q', 'rex', '--format', 'table'])).stdout,
    'STATE\n\n',
    'also where nothing is queued',
  );
  for (const flags of [['--json'], ['--format', 'ndjson']]) {
    const { code, stdout, stderr } = await run(['list', '--columns', 'id', ...flags]);
    t.like(JSON.parse(stdout), { error: { code: 'usage' } });
    t.is(code, 2);
    t.regex(stderr, /--columns is for the table, TSV and CSV/);
  }

  t.is((await json(['get', '1', '--columns', 'id'])).code, 2);
});

test('a column that there is not, none, or one twice is refused with the columns that there are, before anybody is asked', async (t) => {
  const { run, service } = await openFilledWorld(t);
  await service.stop();
  for (const columns of ['id,colour', 'categry', '', 'id,,name', 'id,', 'name,id,name']) {
    const { code, stdout, stderr } = await run(['list', `--columns=${columns}`]);
    t.deepEqual([code, stdout], [2, ''], columns);
    t.true(
      stderr.startsWith(
        'petstore: --columns must name some of id, name, category, status, state, each once, with commas between ' +
          `them; "${columns}" does not.`,
      ),
      stderr,
    );
  }
});

test('an unreachable store is answered for by the saved copy, which says its age', async (t) => {
  const { run, json, service } = await openFilledWorld(t);
  await run(['list']);
  await service.stop();
  const { code, stdout, stderr } = await run(['list']);
  t.is(code, 0);
  t.is(columnsOf(stdout).length, 4);
  t.regex(stderr, /Saved copy from \d{4}-\d\d-\d\d \d\d:\d\d \(\d+ s ago\)/);
  t.like((await json(['list'])).json, { source: 'cache', connection: 'offline', complete: true });
  t.like((await json(['list', '--offline'])).json, { source: 'cache', connection: 'working-offline' });
});

test('with nothing saved an unreachable store is exit 5, also where animals are queued, which are listed', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  await service.stop();
  t.like(await json(['list']), { code: 5, json: { error: { code: 'offline' } } });
  t.like(await json(['list', '--offline']), {
    code: 5,
    json: { pets: [], queued: [], source: 'cache', fetchedAt: null, complete: false },
  });
  t.is((await run(['add', '--name', 'Coco', '--category', '7'])).code, 0);
  const { code, json: list } = await json(['list', '--offline']);
  t.is(code, 5);
  t.like((list['queued'] as object[])[0], { localId: 'Q-1', name: 'Coco', state: 'queued' });
  const listed = await run(['list']);
  t.is(listed.code, 5);
  t.is(listed.stdout, 'Q-1\tCoco\t7\t\t\n');
  t.regex(listed.stderr, /^Only animals that you entered or looked up here, as there is no saved copy yet\. /);
});

test('in a copied home with nothing saved, list is exit 8: the store is there, and is not read until a person confirms', async (t) => {
  const { run, json, home } = await openWorldHere(t);
  t.is((await run(['add', '--name', 'Coco', '--category', '7', '--no-wait'])).code, 0);
  const copy = temporaryFolder(t);
  cpSync(home, copy, { recursive: true });
  const { code, stdout, stderr } = await run(['list'], { env: { PETSTORE_HOME: copy } });
  t.deepEqual([code, stdout], [8, 'Q-1\tCoco\t7\t\t\n']);
  t.regex(
    stderr,
    /no saved copy yet\. This queue was copied or restored: .*until you confirm, and the list is not read\./,
  );
  t.like(await json(['list', '--offline'], { env: { PETSTORE_HOME: copy } }), { code: 5 });
});

test('where only one animal was looked up, list says that no list is saved, not that nothing is', async (t) => {
  const { run, service } = await openWorldHere(t);
  service.insert({ name: 'Rex', categoryId: 3 });
  await run(['get', '1']);
  const { stdout, stderr } = await run(['list', '--offline']);
  t.deepEqual(
    [stdout, stderr],
    ['1\tRex\t3\t\t\n', 'Offline: only animals that you entered or looked up here, as there is no saved copy yet.\n'],
  );
});

test('some of the saved list are the first of it, with what was sent since it was saved and what waits', async (t) => {
  const { run, json, service } = await openFilledWorld(t);
  await run(['list']);
  const { paths } = (await json(['status'])).json as { paths: { cache: string } };
  copyFileSync(paths.cache, `${paths.cache}-before`);
  t.is((await run(['add', '--name', 'Sent', '--category', '7'])).code, 0);
  await service.stop();
  await run(['add', '--name', 'Waits', '--category', '7', '--no-wait']);
  for (const words of [[], ['--reverse'], ['-q', 'e'], ['-s', 'sold'], ['--sort', 'name'], ['-q', 'umit']]) {
    const lines = async (...more: string[]) =>
      (await run(['list', '--offline', ...words, ...more])).stdout.split('\n').slice(0, -1);
    // As where another program saved its list over ours. Whoever reads all of it saves it with what was sent.
    copyFileSync(`${paths.cache}-before`, paths.cache);
    const limits = [1, 2, 3, 9];
    const some = [];
    for (const limit of limits) {
      some.push(await lines('-L', String(limit)));
    }

    const all = await lines();
    t.true(all.length >= 1, words.join(' '));
    t.deepEqual(
      some,
      limits.map((limit) => all.slice(0, limit)),
      words.join(' '),
    );
  }

  t.deepEqual(
    columnsOf((await run(['list', '--offline', '-L', '2'])).stdout).map(([, name]) => name),
    ['Waits', 'Sent'],
  );
  const { fetchedAt, complete, source } = (await json(['list', '--offline'])).json;
  t.like((await json(['list', '--offline', '-L', '1'])).json, { fetchedAt, complete, source });
});

test('a full page without a way to the next one is said to be incomplete', async (t) => {
  const { json, run, service } = await openWorldHere(t, { link: false });
  for (let index = 0; index < 120; index += 1) {
    service.insert({ name: `Animal ${index}`, categoryId: 1 });
  }

  t.like((await json(['list'])).json, { complete: false });
  t.regex((await run(['list'])).stderr, /may not be complete/);
  const { fetchedAt } = (await json(['list', '--offline'])).json;
  t.like((await json(['list', '-s', 'sold', '--offline'])).json, { fetchedAt: String(fetchedAt), complete: false });
});

test('a saved copy that cannot be read is fetched again', async (t) => {
  const { run, json } = await openFilledWorld(t);
  await run(['list']);
  const { paths } = (await json(['status'])).json as { paths: { cache: string } };
  writeFileSync(paths.cache, '{"version":1,"chec');
  t.is((await run(['list'])).code, 0);
  writeFileSync(paths.cache, '');
  t.like(await json(['list', '--offline']), { code: 5, json: { pets: [] } });
  t.regex(
    (await run(['list', '--offline'])).stderr,
    /the saved list cannot be used \(.*pets\.json is damaged: it is empty\)/,
  );
  t.regex((await run(['status'])).stdout, /^Saved copy.*it is empty/m);
});

test('a query for a category that no name leads to says so, where it finds nothing', async (t) => {
  const { run } = await openWorldHere(t);
  await run(['add', '--name', 'Luna', '--category', '3', '--no-wait']);
  t.regex(
    (await run(['list', '--query', 'cat:dogs'])).stderr,
    /There is no category "dogs"\. No category has a name yet/,
  );
  await run(['config', 'category', '3', 'Dogs']);
  t.notRegex((await run(['list', '--query', 'cat:dogs'])).stderr, /There is no category/);
  t.regex((await run(['list', '--query', 'cat:dgos'])).stderr, /There is no category "dgos"\. Did you mean "Dogs"\?/);
  t.notRegex((await run(['list', '--query', '-cat:dgos'])).stderr, /There is no category/);
  // A name may have a colon.
  const fields = /The fields of a filter are name:, cat:, id:, is: and since:, as in "name:lu cat:dogs is:sold"\./;
  t.regex((await run(['list', '--query', 'status:sold'])).stderr, fields);

  await run(['add', '--name', 'status:luna', '--category', '3', '--no-wait']);
  t.notRegex((await run(['list', '--query', 'status:luna'])).stderr, fields, 'it found one');
});

test('a query with a value that is:, id: or since: does not have is refused, also where it would leave animals out', async (t) => {
  const { run, service } = await openWorldHere(t);
  service.insert({ name: 'is:foo', categoryId: 1 });
  const qualities = /petstore: After is: petstore knows available, pending, .+ or discarded\./;
  for (const [query, told] of [
    ['is:foo', qualities],
    ['-is:foo', qualities],
    ['IS:foo rex', qualities],
    ['since:foo', /petstore: After since: petstore takes 2h or 7d, a day such as 2026-11-28, today or yesterday\./],
    ['id:x..y', /petstore: After id: petstore takes a number, or a range such as 500\.\.600\./],
  ] as const) {
    const { code, stdout, stderr } = await run(['list', `--query=${query}`]);
    t.like({ code, stdout }, { code: 2, stdout: '' }, query);
    t.regex(stderr, told);
  }

  t.like(await run(['list', '--query', '"is:foo"']), { code: 0, stdout: '1\tis:foo\t1\t\t\n' }, 'a name in quotes');
});

test('rows of the list that cannot be read are counted, with what is wrong with the first, until they can be', async (t) => {
  const { run } = await openWorldHere(t);
  let id: string | number = '1';
  const origin = await serve(t, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify([
        { id, name: 'Rex', categoryId: 3 },
        { id: 2, name: 'Luna', categoryId: 3 },
      ]),
    );
  });
  const env = { PETSTORE_BASE_URL: `${origin}/v1` };
  const told = `1 row of the store's list cannot be read, so it is not shown; in it, id is the text "1".\n`;
  t.like(await run(['list', '--quiet'], { env }), { code: 0, stdout: '2\tLuna\t3\t\t\n', stderr: told });
  id = 1;
  t.like(await run(['list', '--quiet'], { env }), { code: 0, stdout: '2\tLuna\t3\t\t\n1\tRex\t3\t\t\n', stderr: '' });
});

test('what is new since the app was left, and known since a moment, is found by the shell too', async (t) => {
  const { run, service, home, env } = await openFilledWorld(t);
  const find = async (query: string): Promise<string> => {
    const { stdout } = await run(['list', `--query=${query}`]);
    return columnsOf(stdout)
      .map(([, name]) => name)
      .join();
  };
  await run(['list']);
  service.insert({ name: 'Gustav', categoryId: 2 });
  await run(['add', 'Mine', '3']);
  t.is(await find('since:1h'), 'Mine,Gustav', 'seen by this very command');
  t.is(await find('-since:1h'), 'abel,Ümit,Luna,Rex');
  t.regex((await run(['list', '--query', 'is:new'])).stderr, /on this store it never was; since:2d finds others\./);
  const profile = { baseUrl: env['PETSTORE_BASE_URL'] ?? '' };
  const leftAt = new Date(Date.now() - 60_000).toISOString();
  openViews(foldersBelow(home)).save(storeKeyOf(profile), { tab: 'all', sort: 'id', reverse: false, leftAt });
  t.is(await find('is:new'), 'Gustav');
});

test('a list in which there is nothing says so', async (t) => {
  const { run, service } = await openWorldHere(t);
  t.like(await run(['list']), { code: 0, stdout: '', stderr: 'The list is empty.\n' });
  service.insert({ name: 'Rex', categoryId: 3, status: 'sold' });
  t.like(await run(['list', '-q', 'luna']), { code: 0, stdout: '', stderr: 'No animal matches.\n' });
  t.like(await run(['list', '-s', 'pending']), { code: 0, stdout: '', stderr: 'No animal matches.\n' });
  t.like(await run(['list']), { code: 0, stderr: '' });
});
