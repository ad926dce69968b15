import test, { type ExecutionContext } from 'ava';
import { openWorldHere } from '../../../helpers/command-world.ts';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

test('one animal is looked up and told in every form', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.insert({ name: 'Rex', categoryId: 3, status: 'sold' });
  t.like(await run(['get', '1']), { code: 0, stdout: '1\tRex\t3\tsold\t\n', stderr: '' });
  const { json: found } = await json(['get', '1']);
  t.like(found, { pet: { id: 1, name: 'Rex', categoryId: 3, status: 'sold' }, source: 'service' });
  t.regex(String(found['fetchedAt']), /Z$/);
  t.regex((await run(['get', '1', '--format', 'table'])).stdout, /^ID +1\nName +Rex\nCategory +3\nStatus +sold\n$/);
});

test('a look-up offline is answered from the saved copy and says its age', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.insert({ name: 'Rex', categoryId: 3 });
  await run(['list']);
  await service.stop();
  const online = await run(['get', '1']);
  t.is(online.code, 0);
  t.regex(online.stderr, /saved copy from .* ago\)\. \S+ refused the connection/);
  t.notRegex((await run(['get', '1', '--offline'])).stderr, /refused the connection/);
  t.like(await json(['get', '1', '--offline']), { code: 0, json: { source: 'cache' } });
});

test('a saved copy denies only what it can know, and says how old it is', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  const [gone] = ['Gone', 'Ida'].map((name) => service.insert({ name, categoryId: 1 }));
  service.remove(gone!.id);
  await run(['list']);
  for (const name of ['Rex', 'Luna', 'Coco']) {
    service.insert({ name: `Not ${name}`, categoryId: 1 });
    await run(['add', '--name', name, '--category', '3', '--no-wait']);
    await run(['sync']);
  }

  await run(['list']);
  const below = await json(['get', '1', '--offline']);
  t.like(below, { code: 3, json: { error: { code: 'not_found' } } });
  t.regex(below.stderr, /The saved copy of [\d-]+ [\d:]+ \(\d+ s old\) has no animal #1; it is complete, and newer/);
  const above = await json(['get', '2008', '--offline']);
  t.like(above, { code: 5, json: { error: { code: 'unknown' } } });
  t.regex(above.stderr, /The saved copy of .* \(\d+ s old\) has no animal #2008, but the store may have it\.\n$/);
  for (const { json: told } of [below, above]) {
    t.regex((told as { error: { asOf: string } }).error.asOf, /^\d{4}-.*Z$/);
  }
});

test('a list that was never read is not said to lack an animal', async (t) => {
  const { run } = await openWorldHere(t);
  const stderr = 'petstore: Animal #42 is not saved on this machine, nor is any list of this store.\n';
  t.like(await run(['get', '42', '--offline']), { code: 5, stderr });
});

test("of several stores the saved copy that answers is the chosen one's", async (t) => {
  const [world, other] = [await openWorldHere(t), await openWorldHere(t)];
  for (const { service } of [other, world]) {
    service.insert({ name: service === world.service ? 'Rex' : 'Stranger', categoryId: 3 });
  }

  await world.run(['profile', 'add', 'other', '--base-url', other.service.baseUrl]);
  await world.run(['list', '--profile', 'other'], { env: { ...other.env, PETSTORE_BASE_URL: undefined } });
  await world.run(['list']);
  t.like(await world.run(['get', '1', '--offline']), { code: 0, stdout: '1\tRex\t3\t\t\n' });
});

test('where nothing tells that ids rise, a saved copy denies nothing', async (t) => {
  const { json, run, service } = await openWorldHere(t, { ids: 'random' });
  const pet = service.insert({ name: 'Rex', categoryId: 3 });
  await run(['list']);
  const other = BigInt(pet.id) - 1n;
  t.like(await json(['get', String(other), '--offline']), { code: 5, json: { error: { code: 'unknown' } } });
});

test('several ids are answered together, and the gravest failure is the exit code', async (t) => {
  const { json, run, service } = await openWorldHere(t);
  service.insert({ name: 'Rex', categoryId: 3 });
  await run(['add', '--name', 'Coco', '--category', '7', '--no-wait']);
  const { code, json: answer } = await json(['get', '1', '99', 'Q-1']);
  t.is(code, 3);
  t.like((answer as { results: object[] }).results, [
    { pet: { id: 1 } },
    { id: 99, error: { code: 'not_found' } },
    { queued: { localId: 'Q-1', state: 'queued' } },
  ] as never);
  t.is((await run(['get', '1', 'q-1'])).stdout, '1\tRex\t3\t\t\nQ-1\tCoco\t7\t\t\n');
});

test('a queued animal answers like its pet once it has an id, also when the store is gone', async (t) => {
  const { json, run, service } = await openWorldHere(t);
  await run(['add', '--name', 'Coco', '--category', '7']);
  t.like(await json(['get', 'Q-1']), { code: 0, json: { pet: { id: 1, name: 'Coco' }, source: 'service' } });
  await service.stop();
  // It may be deleted at any time.
  const { paths } = (await json(['status'])).json as { readonly paths: { readonly cache: string } };
  rmSync(paths.cache, { recursive: true });
  t.like(await json(['get', 'Q-1']), { code: 0, json: { pet: { id: 1, name: 'Coco' }, source: 'cache' } });
  t.like(await json(['get', 'Q-2']), { code: 3 });
});

test('what the saved list says is not put into the mouth of a store that was not asked', async (t) => {
  const { run, service } = await openWorldHere(t);
  service.insert({ name: 'Rex', categoryId: 3 });
  await run(['list']);
  t.like(await run(['get', '99']), { code: 3, stderr: 'petstore: The store has no animal #99.\n' });
  const refused = await run(['get', '99'], { env: { PETSTORE_API_KEY: 'wrong' } });
  t.is(refused.code, 4);
  t.regex(refused.stderr, /^petstore: The saved copy of .* has no animal #99, but the .* it\. .* refused the key/);
  await service.stop();
  const unreached = await run(['get', '99']);
  t.is(unreached.code, 5);
  t.regex(unreached.stderr, /The saved copy of .* has no animal #99, but the .* it\. \S+ refused the connection/);
});

test("an animal from before a reset is told as it was entered, with a word that its id may be a stranger's", async (t) => {
  const { run, json, service } = await openWorldHere(t);
  await run(['add', '--name', 'Onyx', '--category', '3']);
  await run(['list']);
  service.reset();
  service.insert({ name: 'Stranger', categoryId: 9 });
  const doubtful = await run(['get', 'Q-1', '--format', 'table']);
  t.regex(doubtful.stdout, /Name +Onyx\n[^]*State +created as #1, which is another animal now \(Stranger\)/);
  t.like(await json(['get', 'q1']), { code: 0, json: { queued: { localId: 'Q-1', name: 'Onyx', petId: 1 } } } as never);
  t.like(await json(['get', '#1']), { code: 0, json: { pet: { id: 1, name: 'Stranger' } } } as never);
});

// A look-up that is told by little of the program says just what all of it would.

/** Three saved pets, and where the copy is. */
async function openSaved(t: ExecutionContext) {
  const world = await openWorldHere(t);
  world.service.insert({ name: 'Rex', categoryId: 3, status: 'available' });
  world.service.insert({ name: 'Zoë "the" 猫, 2nd', categoryId: 7 });
  world.service.insert({ name: 'Luna', categoryId: 3, status: 'sold' });
  t.is((await world.run(['sync'])).code, 0);
  mkdirSync(join(world.home, 'config'), { recursive: true });
  writeFileSync(join(world.home, 'config', 'config.json'), '{"categoryLabels": {"3": "Dogs"}}');
  const [store = ''] = readdirSync(join(world.home, 'data', 'stores'));
  return { ...world, cache: join(world.home, 'data', 'stores', store, 'pets.json') };
}

/** By the second of the two a second may have passed. */
const ageless = (words: string): string => words.replace(/\(.* (?:ago|old)\)/, '');

/** With more words, all of the program is asked. */
const wholly = ['--verbose'];

const flagsOf = (format: string): readonly string[] => ({ tsv: [], json: ['--json'] })[format] ?? ['--format', format];

test('one saved pet is told in every format as all of the program tells it', async (t) => {
  const { run } = await openSaved(t);
  for (const id of ['1', '2']) {
    for (const format of ['table', 'tsv', 'csv', 'json', 'ndjson']) {
      const args = ['get', id, '--offline', ...flagsOf(format)];
      const [little, whole] = [await run(args), await run([...args, ...wholly])];
      t.is(little.code, 0, little.stderr);
      t.is(little.stdout, whole.stdout);
      t.regex(little.stderr, new RegExp(`^#${id}: saved copy from .* ago\\)\\.\\n$`));
      t.true(ageless(whole.stderr).endsWith(ageless(little.stderr)));
    }
  }

  t.regex((await run(['get', '1', '--offline', '--format', 'table'])).stdout, /Dogs/);
});

const spoils: Readonly<Record<string, (cache: string, home: string) => void>> = {
  'the saved list is torn': (cache) => writeFileSync(cache, '{"version":1,'),
  'the saved list is damaged': (cache) => writeFileSync(cache, readFileSync(cache, 'utf8').replace('Rex', 'Max')),
  'the configuration is no JSON': (_, home) => writeFileSync(join(home, 'config', 'config.json'), '{'),
};

for (const [name, spoil] of Object.entries(spoils)) {
  test(`where ${name}, all of the program says what is so`, async (t) => {
    const { run, home, cache } = await openSaved(t);
    spoil(cache, home);
    const little = await run(['get', '1', '--offline', '--json']);
    const whole = await run(['get', '1', '--offline', '--json', ...wholly]);
    t.deepEqual([little.code, ageless(little.stdout)], [whole.code, ageless(whole.stdout)]);
    t.not(little.code, 1, little.stderr);
    t.false(little.stdout.includes('Max'));
  });
}
