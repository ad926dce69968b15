/** A look-up that is told by little of the program says just what all of it would. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openWorldHere } from '../../../helpers/command-world.js';

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
  'the saved list is of a newer version': (cache) =>
    writeFileSync(cache, readFileSync(cache, 'utf8').replace('"version":1', '"version":9')),
  'the saved list is gone': (cache) => rmSync(cache),
  'the saved list is damaged': (cache) => writeFileSync(cache, readFileSync(cache, 'utf8').replace('Rex', 'Max')),
  'the configuration is no JSON': (_, home) => writeFileSync(join(home, 'config', 'config.json'), '{'),
  'the configuration is of a newer version': (_, home) =>
    writeFileSync(join(home, 'config', 'config.json'), '{"version": 99}'),
  'profiles are none': (_, home) => writeFileSync(join(home, 'config', 'config.json'), '{"profiles": {"a": 1}}'),
  'names of categories are none': (_, home) =>
    writeFileSync(join(home, 'config', 'config.json'), '{"categoryLabels": {"3": 5}}'),
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

test('what is not saved, not a pet, or asked for with more, is told by all of the program', async (t) => {
  const { run, json } = await openSaved(t);
  t.like(await json(['get', '99', '--offline']), { code: 5 });
  t.is((await run(['add', '--name', 'Coco', '--category', '3', '--no-wait'])).code, 0);
  t.like((await json(['get', 'Q-1', '--offline'])).json, { queued: { name: 'Coco' } });
  const { results } = (await json(['get', '1', '3', '--offline'])).json as { results: readonly object[] };
  t.is(results.length, 2);
});
