import test from 'ava';
import { runHere, runJsonHere } from '../../helpers/run-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorldHere } from '../../helpers/command-world.ts';

test('every setting is listed with where it comes from', async (t) => {
  const home = temporaryFolder(t);
  await runHere(home, ['config', 'set', 'refresh', '90s']);
  const { settings } = (
    await runJsonHere(home, ['config'], { env: { PETSTORE_TIMEOUT: '1500ms', NO_COLOR: '1', ACCESSIBLE: '1' } })
  ).json as { settings: object[] };
  t.deepEqual(settings, [
    { name: 'profile', value: null, source: 'default' },
    { name: 'timeout', value: '1500ms', source: 'PETSTORE_TIMEOUT' },
    { name: 'settle', value: '1m', source: 'default' },
    { name: 'refresh', value: '90s', source: 'configuration file' },
    { name: 'rest', value: '5s', source: 'default' },
    { name: 'on-quit', value: 'keep', source: 'default' },
    { name: 'mouse', value: 'on', source: 'default' },
    { name: 'screen-reader', value: 'on', source: 'ACCESSIBLE' },
    { name: 'theme', value: 'none', source: 'NO_COLOR' },
    { name: 'glyphs', value: 'auto', source: 'default' },
    { name: 'key-store', value: 'auto', source: 'default' },
  ]);
});

test('a setting can be changed, read and put back', async (t) => {
  const home = temporaryFolder(t);
  const read = async () => /^mouse	.*$/m.exec((await runHere(home, ['config'])).stdout)?.[0];
  t.is((await runHere(home, ['config', 'set', 'mouse', 'off'])).code, 0);
  t.is(await read(), 'mouse	off	configuration file');
  t.is((await runHere(home, ['config', 'set', 'mouse', 'default'])).code, 0);
  t.is(await read(), 'mouse	on	default');
});

test('a setting or value that does not exist is refused', async (t) => {
  const home = temporaryFolder(t);
  t.regex(
    (await runHere(home, ['config', 'set', 'timout', '1s'])).stderr,
    /"timout" is not\. Did you mean "timeout"\?/,
  );
  t.is((await runHere(home, ['config', 'set', 'timeout', 'soon'])).code, 2);
  t.is((await runHere(home, ['config', 'set', 'mouse', 'maybe'])).code, 2);
  t.is((await runHere(home, ['config', 'set', 'profile', 'none'])).code, 2);
});

test('the files are where PETSTORE_HOME says', async (t) => {
  const home = temporaryFolder(t);
  t.like((await runJsonHere(home, ['config'])).json, {
    paths: {
      config: `${home}/config/config.json`,
      data: `${home}/data`,
      state: `${home}/state`,
      log: `${home}/state/petstore.log`,
    },
  });
  t.true((await runHere(home, ['config'])).stdout.includes(`\ndata\t${home}/data\tfile\n`));
});

const configOf = (home: string): unknown => JSON.parse(readFileSync(join(home, 'config', 'config.json'), 'utf8'));

test('a category is named, listed, renamed and loses its name', async (t) => {
  const home = temporaryFolder(t);
  t.is(
    (await runHere(home, ['config', 'category'])).stderr,
    'No category has a name. `petstore config category 3 Dogs` gives one.\n',
  );
  const named = await runHere(home, ['config', 'category', '3', 'Dogs']);
  t.deepEqual([named.code, named.stdout, named.stderr], [0, '3\tDogs\n', 'Category 3 is Dogs.\n']);
  t.is((await runHere(home, ['config', 'category', '-9223372036854775808', 'Great Danes'])).code, 0);
  t.is((await runHere(home, ['config', 'category'])).stdout, '-9223372036854775808\tGreat Danes\n3\tDogs\n');
  t.deepEqual((await runJsonHere(home, ['config', 'category', 'dogs', 'Dogs'])).json, { id: 3, name: 'Dogs' });
  t.is((await runHere(home, ['config', 'category', 'Dogs', 'Hounds'])).code, 0);
  t.deepEqual(configOf(home), { categoryLabels: { 3: 'Hounds', '-9223372036854775808': 'Great Danes' } });
  t.is((await runHere(home, ['config', 'category', '3', '--remove'])).stderr, 'Category 3 has no name any more.\n');
  t.is((await runHere(home, ['config', 'category', '9', '--remove'])).stderr, 'Category 9 had no name.\n');
  t.deepEqual(configOf(home), { categoryLabels: { '-9223372036854775808': 'Great Danes' } });
});

test('a name that cannot be told apart, or is none, is refused before anything is saved', async (t) => {
  const home = temporaryFolder(t);
  await runHere(home, ['config', 'category', '3', 'Dogs']);
  const refuse = async (...args: string[]) => {
    const { code, stderr } = await runHere(home, ['config', 'category', ...args]);
    t.is(code, 2, args.join(' '));
    t.regex(stderr, /Nothing was saved\.\n$/, args.join(' '));
    return stderr;
  };
  t.regex(await refuse('4', 'DOGS'), /Category 3 is called Dogs already/);
  t.regex(await refuse('4', '4'), /needs a letter/);
  t.regex(
    await refuse('Cats', '4'),
    /There is no category "Cats"\. There is Dogs\. To name one: `petstore config category NUMBER Cats`/,
  );
  t.regex(await refuse('Dgos', 'Cats'), /There is no category "Dgos"\. Did you mean "Dogs"\?/);
  t.regex(await refuse('3', 'Cats', '--remove'), /Give the new name of the category, or --remove/);
  t.regex(await refuse('3'), /Give the new name of the category, or --remove/);
  t.is((await runHere(home, ['config', 'category', '9223372036854775808', 'Cats'])).code, 2);
  t.deepEqual(configOf(home), { categoryLabels: { 3: 'Dogs' } });
});

test('a name is taken and shown wherever its number is', async (t) => {
  const { home, run, json, service } = await openWorldHere(t);
  await run(['config', 'category', '3', 'Great Danes']);
  t.like(await json(['add', '--name', 'Rex', '--category', 'great danes']), {
    code: 0,
    json: { pet: { id: 1, categoryId: 3 } },
  });
  await run(['add', 'Luna', '7', '--no-wait']);
  t.like(await json(['queue', 'edit', 'Q-2', '--category', 'Great Danes (3)']), {
    code: 0,
    json: { entries: [{ name: 'Luna', categoryId: 3 }] },
  });
  t.regex((await run(['queue', 'show', 'Q-2'])).stdout, /Category {2}Great Danes \(3\)/);
  t.regex((await run(['queue', '--format', 'table'])).stdout, /^Q-2 +Luna +Great Danes \(3\) +queued/m);
  t.regex((await run(['get', '1', 'Q-2', '--format', 'table'])).stdout, /^1 +Rex +Great Danes \(3\)/m);
  t.deepEqual((await json(['list', '-q', 'cat:"great danes"'])).json['pets'], [{ id: 1, name: 'Rex', categoryId: 3 }]);
  t.is(
    (await run(['list', '--format', 'csv'])).stdout,
    'id,name,categoryId,status,category\nQ-2,Luna,3,,Great Danes\n1,Rex,3,,Great Danes\n',
  );
  const wrong = await run(['add', 'Max', 'Dogs']);
  t.deepEqual(
    [wrong.code, wrong.stderr],
    [
      2,
      'petstore: There is no category "Dogs". There is Great Danes. To name one: `petstore config category NUMBER Dogs`. Nothing was saved.\n',
    ],
  );
  t.is(service.pets().length, 1);

  // Edited by hand: two of the same name are never guessed between.
  writeFileSync(join(home, 'config', 'config.json'), '{"categoryLabels":{"3":"Dogs","4":"dogs","x":"Lost","5":" "}}');
  t.regex(
    (await run(['add', 'Max', 'Dogs'])).stderr,
    /"Dogs" is the name of the categories 3 and 4; use the number\. Nothing was saved\./,
  );
  t.is((await run(['add', 'Max', '4'])).code, 0);
});

test('the built-in store keeps its own names, and none that is given there reaches other stores', async (t) => {
  const home = temporaryFolder(t);
  const demo = (...args: string[]) => runJsonHere(home, ['--profile', 'demo', ...args]);
  const listed = async (): Promise<readonly object[]> =>
    ((await demo('config', 'category')).json as { categories: readonly object[] }).categories;
  const before = await listed();
  t.deepEqual(before.slice(1, 3), [
    { id: 2, name: 'Cats' },
    { id: 3, name: 'Dogs' },
  ]);
  await runHere(home, ['config', 'category', '9', 'Dogs']);
  await runHere(home, ['config', 'category', '2', 'Moggies']);
  t.deepEqual(await listed(), before);
  for (const args of [
    ['7', 'Snakes'],
    ['9', 'Snakes'],
    ['2', '--remove'],
  ]) {
    const { code, stderr } = await demo('config', 'category', ...args);
    t.is(code, 2);
    t.regex(stderr, /The built-in store keeps its own names.* choose another profile first\. Nothing was saved\.$/m);
  }

  t.deepEqual(configOf(home), { categoryLabels: { 9: 'Dogs', 2: 'Moggies' } });
});

test('who names a category beside several stores is told that the name holds for each', async (t) => {
  const home = temporaryFolder(t);
  for (const name of ['one', 'two']) {
    await runHere(home, ['profile', 'add', name, '--base-url', `https://${name}.example/v1`]);
  }

  const named = await runHere(home, ['config', 'category', '7', 'Snakes', '--profile', 'two']);
  t.is(named.stderr, 'Category 7 is Snakes. Names hold for every store.\n');
  t.is((await runHere(home, ['config', 'category', '--profile', 'one'])).stdout, '7\tSnakes\n');
});
