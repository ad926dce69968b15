import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { cellWidth } from '../../source/platform/text/terminal-text.ts';
import { type CommandWorld, openWorldHere } from '../helpers/command-world.ts';
import { openProgram } from '../helpers/terminal.ts';

function openHere(
  t: Parameters<typeof openWorldHere>[0],
  { home, env }: Pick<CommandWorld, 'home' | 'env'>,
  args: readonly string[],
  cols = 60,
) {
  const terminal = openProgram(t, home, { args: [...args], env, cols });
  return terminal;
}

test('a list is a table that fits the terminal, whatever the names are', async (t) => {
  const world = await openWorldHere(t);
  world.service.insert({ name: '猫'.repeat(5000), categoryId: 7, status: 'available' });
  world.service.insert({ name: '\u001b[2Jevil\nname', categoryId: 7 });
  const terminal = openHere(t, world, ['list']);
  const screen = await terminal.waitFor('available');
  t.is((await terminal.exit).code, 0);
  const lines = screen.filter((line) => line !== '');
  t.is(lines.length, 3);
  t.regex(lines[0] ?? '', /^ID +NAME +CATEGORY +STATUS$/);
  t.true(lines.some((line) => line.includes('␛[2Jevil␊name')));
  t.true(lines.every((line) => cellWidth(line) <= 60));
});

test('JSON for a person is indented, and acts on nothing', async (t) => {
  const world = await openWorldHere(t);
  world.service.insert({ name: 'a\u009b31m', categoryId: 7 });
  const screen = await openHere(t, world, ['get', '1', '--json']).waitFor('fetchedAt');
  t.true(screen.some((line) => line.includes('    "name": "a\\u009b31m",')));
});

test('a list whose store is slow to answer says that it is being read', async (t) => {
  const world = await openWorldHere(t);
  world.service.next('hang', { method: 'GET', times: 9 });
  const env = { ...world.env, PETSTORE_TIMEOUT: '2s' };
  const terminal = openHere(t, { ...world, env }, ['list']);
  const screen = await terminal.waitFor('There is no saved copy');
  t.is((await terminal.exit).code, 5);
  t.true(terminal.written().includes('Reading the list'));
  t.false(screen.some((line) => line.includes('Reading')));
});

test('long work tells how far it is, and leaves nothing of that behind', async (t) => {
  const world = await openWorldHere(t);
  const file = join(world.home, 'animals.csv');
  writeFileSync(file, ['name,categoryId', ...Array.from({ length: 40 }, (_, index) => `Animal ${index},1`)].join('\n'));
  const importing = openHere(t, world, ['import', file]);
  await importing.waitFor(/40 animals are queued/);
  t.regex(importing.written(), /\d+\/40/);
  const syncing = openHere(t, world, ['sync']);
  const screen = await syncing.waitFor(/The queue is empty/);
  t.regex(syncing.written(), /Sending \d+\/40/);
  t.false(screen.some((line) => line.includes('/40')));

  await world.run(['add', 'Rex', '1', '--no-wait']);
  await world.run(['add', 'Coco', '2', '--no-wait']);
  const retrying = openHere(t, world, ['queue', 'send-again', '--state', 'queued']);
  await retrying.exit;
  t.regex(retrying.written(), /Sending 2\/2/);
});

test('Ctrl-C while an animal is being sent keeps it', async (t) => {
  const world = await openWorldHere(t);
  world.service.next('hang', { times: 5 });
  const terminal = openHere(t, world, ['add', '--name', 'Coco', '--category', '7']);
  await terminal.waitFor(/Q-1 is saved\. Waiting for the store/);
  terminal.press('\u0003');
  t.is((await terminal.exit).code, 130);
  const { entries } = (await world.json(['queue'])).json as { entries: { state: string; name: string }[] };
  t.is(entries.length, 1);
  t.is(entries[0]?.name, 'Coco');
});

test('with a damaged configuration the app opens, tells of it, and changes nothing', async (t) => {
  const { home } = await openWorldHere(t);
  const path = join(home, 'config', 'config.json');
  mkdirSync(join(home, 'config'));
  writeFileSync(path, '{bad');
  const app = openHere(t, { home, env: {} }, [], 80);
  const screen = (await app.waitFor(/built-in store/i)).join(' ').replaceAll(/\s+/g, ' ');
  t.regex(screen, /is not valid JSON/);
  app.press('j', '\r');
  await app.waitFor('Address');
  app.press('https://pets.example/v1', '\r', '\r', '\r');
  await app.waitFor('so petstore did not save or send');
  t.is(readFileSync(path, 'utf8'), '{bad');
  app.press('\u0003');
  t.is((await app.exit).code, 0);
});

test('add asks on a terminal for what is missing, and each again until it can be used', async (t) => {
  const world = await openWorldHere(t);
  await world.run(['config', 'category', '3', 'Dogs']);
  const terminal = openHere(t, world, ['add'], 100);
  await terminal.waitFor('Name: ');
  terminal.press('\u001b[A\r');
  await terminal.waitFor('control character');
  terminal.press('Rex\r');
  await terminal.waitFor('Category (Dogs (3)): ');
  terminal.press('Dgos\r');
  await terminal.waitFor('Did you mean "Dogs"?');
  terminal.press('dogs\r');
  await terminal.waitFor('Status (available, pending, sold, Enter for none): ');
  terminal.press('\r');
  await terminal.waitFor('Added as #1.');
  t.is((await terminal.exit).code, 0);
  t.deepEqual(
    world.service.pets().map(({ name, categoryId, status }) => [name, categoryId, status]),
    [['Rex', '3', undefined]],
  );
});

test('a second animal of the same name and category is asked about on a terminal, and not where nobody can answer', async (t) => {
  const world = await openWorldHere(t);
  world.service.insert({ name: 'Rex', categoryId: 3 });
  await world.run(['list']);
  const refused = openHere(t, world, ['add', 'Rex', '3'], 100);
  await refused.waitFor('There is a Rex in category 3 already: #1. Add another one? [y/N]');
  refused.press('\r');
  await refused.waitFor('The animal was not added.');
  t.is((await refused.exit).code, 2);
  const interrupted = openHere(t, world, ['add', 'Rex', '3'], 100);
  await interrupted.waitFor('[y/N]');
  interrupted.press('\u0003');
  t.is((await interrupted.exit).code, 130);
  t.is(world.service.pets().length, 1);
  const taken = openHere(t, world, ['add', 'Rex', '3'], 100);
  await taken.waitFor('[y/N]');
  taken.press('y\r');
  await taken.waitFor('Added as #2.');
  t.like(await world.run(['add', 'Rex', '3']), { code: 0, stdout: '3\tRex\t3\t\t\n' });
  t.like(await world.run(['add']), { code: 2, stdout: '' });
});
