import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test from 'ava';
import { keys } from '../helpers/terminal.js';
import { questionIn, renderApp } from '../helpers/render-app.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

test(':import queues the animals of a file, and one u takes all of them back', async (t) => {
  const file = join(temporaryFolder(t), 'my animals.csv');
  writeFileSync(file, 'name,category\nRex,dogs\nLuna,Cats (2)\nTom,7\n');
  const app = await renderApp(t);
  app.press(`:import "${file}"`, keys.enter);
  await app.waitFor('3 animals are queued. u takes back');
  t.true(
    app.engine
      .snapshot()
      .entries.some(({ name, categoryId, state }) => name === 'Rex' && categoryId === '3' && state === 'queued'),
  );
  app.press('u');
  await app.waitFor('Taken back: 3 animals are discarded.');
  t.deepEqual(
    app.engine
      .snapshot()
      .entries.filter(({ name }) => ['Rex', 'Luna', 'Tom'].includes(name))
      .map(({ state }) => state),
    ['discarded', 'discarded', 'discarded'],
  );
});

test(':import tells which animals are there already', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  const app = await renderApp(t, { size: [160, 24] });
  const pet = app.engine.snapshot().pets[0]!;
  writeFileSync(file, `name,category\nRexy,dogs\n${pet.name},${pet.categoryId}\n`);
  app.press(`:import ${file}`, keys.enter);
  const note = `1 of these has the name and category of an animal that is there already: ${pet.name} (#${pet.id}).`;
  const lines = await app.waitFor('Queue 2 animals?');
  const question = questionIn(lines);
  t.true(question.includes(note), question);
  t.false(
    app.engine.snapshot().entries.some(({ name }) => name === 'Rexy'),
    'nothing is queued before it is answered',
  );
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('2 animals are queued');
});

test(':import of rows that were imported before names the ways on, which are typed after the file', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  const app = await renderApp(t, { size: [80, 24] });
  writeFileSync(file, 'name,category\nRexy,dogs\nMax,dogs\n');
  const asked: unknown[] = [];
  app.engine.compareImport = () => Promise.resolve({ known: [0], corrections: [], at: '2026-11-21T09:00:00.000Z' });
  const importPets = app.engine.importPets.bind(app.engine);
  app.engine.importPets = (pets, options) => {
    asked.push([options.onlyNew, options.again]);
    return importPets(pets, options);
  };
  app.press(`:import ${file}`, keys.enter);
  const lines = await app.waitFor('Nothing was queued. 1 of 2 rows was imported on');
  t.regex(
    lines.join(' ').replaceAll(/\s+/gu, ' '),
    /`--new` queues the other 1, `--again` all 2, typed after the file\./,
  );
  app.press(`:import ${file} --new`, keys.enter);
  await app.waitFor(/animals? (?:is|are) queued/);
  t.deepEqual(asked, [[true, false]]);
});

test('while a file is being imported, u says that it is not there yet, and no other one is begun', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(file, 'name,category\nRex,dogs\n');
  const app = await renderApp(t, { size: [160, 24] });
  const importPets = app.engine.importPets.bind(app.engine);
  const halt = Promise.withResolvers<undefined>();
  app.engine.importPets = async (...all) => {
    await halt.promise;
    return importPets(...all);
  };
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor(`Reading ${file}`);
  app.press('u');
  await app.waitFor('u takes it back once it is');
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('one file at a time');
  halt.resolve(undefined);
  await app.waitFor('1 animal is queued');
  app.press('u');
  t.true((await app.waitFor('Rex is taken back and not sent')).length > 0);
});

test('what of the saved list is not read yet counts for import and export', async (t) => {
  const folder = temporaryFolder(t);
  const app = await renderApp(t, { size: [160, 24] });
  const { pets } = app.engine.snapshot();
  const [oldest] = pets;
  app.engine.show({ pets: pets.slice(5) });
  app.engine.load = () => {
    app.engine.show({ pets });
    return Promise.resolve();
  };
  const file = join(folder, 'again.json');
  writeFileSync(file, JSON.stringify([{ ...oldest, id: Number(oldest?.id), categoryId: Number(oldest?.categoryId) }]));
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('1 of these is on the store already');

  app.engine.show({ pets: pets.slice(5) });
  // As it was typed, from the folder that the app was started in, which no screen names.
  app.press(`:export ${relative(process.cwd(), join(folder, 'all.csv'))}`, keys.enter);
  await app.waitFor(`animals are in ${join(folder, 'all.csv')}.`);
  t.is(
    readFileSync(join(folder, 'all.csv'), 'utf8')
      .split('\n')
      .filter((line) => /^\d/.test(line)).length,
    pets.length,
  );
});

test('every mistake of a file is on a screen with its line, and nothing of it is queued', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(
    file,
    `name,categoryId,status\nRex,3,sold\n${Array.from({ length: 40 }, (_, row) => `Max,3,lost${row}\n`).join('')}`,
  );
  const app = await renderApp(t, { size: [40, 15] });
  const before = app.engine.snapshot().entries.length;
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('40 mistakes');
  const lines = await app.waitFor('line 3, status: it must be available');
  t.true(lines.every((line) => line.length <= 40));
  app.press('G');
  await app.waitFor('line 42, status');
  t.is(app.engine.snapshot().entries.length, before);
  writeFileSync(file, 'name,categoryId,status\nRex,x,sold\n');
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('line 2, categoryId');
  app.press(keys.escape);
  await app.waitFor('[1');
  await app.waitFor('ID');
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('line 2, categoryId');
  writeFileSync(file, 'name,categoryId,status\nRex,3,sold\n');
  app.press(`:import ${file}`, keys.enter);
  const after = await app.waitFor('1 animal is queued.');
  t.false(after.some((line) => line.includes('Mistakes in')));
});

test('what cannot be imported is said in words', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'a.csv');
  writeFileSync(file, 'name,categoryId\n');
  const app = await renderApp(t, { size: [160, 24] });
  app.press(':import', keys.enter);
  await app.waitFor('Say which file');
  // The line is there still, so that only the file is to be typed.
  app.press(join(folder, 'none.csv'), keys.enter);
  await app.waitFor('cannot be read: there is no such file. No animal was queued.');
  app.press(`:import ${folder}`, keys.enter);
  await app.waitFor('it is a folder');
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('holds no animals');
  const pet = app.engine.snapshot().pets[0]!;
  writeFileSync(file, JSON.stringify([{ ...pet, id: Number(pet.id), categoryId: Number(pet.categoryId) }]));
  app.press(`:import ${file}`, keys.enter);
  t.true((await app.waitFor('1 of these is on the store already')).length > 0);
  t.false(app.engine.asked.some((what) => what.startsWith('add')));
});

test(':export refuses a name whose ending is that of another format, and writes CSV under one without', async (t) => {
  const folder = temporaryFolder(t);
  const app = await renderApp(t, { size: [160, 30] });
  const path = join(folder, 'all.tsv');
  app.press(`:export ${path}`, keys.enter);
  await app.waitFor('A file is written as what its name says: .csv, .json, .ndjson, .jsonl.');
  t.false(existsSync(path));
  app.press(...Array.from('tsv', () => '\u007F'), 'JSON', keys.enter);
  await app.waitFor('16 animals are in');
  t.is((JSON.parse(readFileSync(join(folder, 'all.JSON'), 'utf8')) as object[]).length, 16);
  app.press(`:export ${join(folder, 'plain')}`, keys.enter);
  await app.waitFor(/16 animals are in .*plain/u);
  t.true(readFileSync(join(folder, 'plain'), 'utf8').startsWith('id,name,'));
});

test(':export writes what is shown, or what is marked, and never over a file', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'all.csv');
  const app = await renderApp(t, { size: [160, 30] });
  app.press(`:export ${file}`, keys.enter);
  await app.waitFor('16 animals are in');
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  t.is(lines[0], 'id,name,categoryId,status,category');
  t.true(
    lines.some((line) => line.endsWith(',2,available,Cats')),
    lines.join('\n'),
  );
  t.is(lines.length, 17);
  app.press(`:export ${file}`, keys.enter);
  await app.waitFor('there already and was not touched');
  t.is(readFileSync(file, 'utf8').trim().split('\n').length, 17);

  app.press('/cat:cats', keys.enter, `:export ${join(folder, 'cats.ndjson')}`, keys.enter);
  await app.waitFor(/\d+ animals are in .*cats/);
  const cats = readFileSync(join(folder, 'cats.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { categoryId: number });
  t.true(cats.length > 1 && cats.every(({ categoryId }) => categoryId === 2));

  app.press(keys.escape, 'G');
  app.press(' ', `:export ${join(folder, 'one.json')}`, keys.enter);
  await app.waitFor('1 animal is in');
  t.is((JSON.parse(readFileSync(join(folder, 'one.json'), 'utf8')) as object[]).length, 1);
  app.press(`:export ${join(folder, 'nowhere', 'x.csv')}`, keys.enter);
  await app.waitFor(/there is no such\s+folder|was not written/);
  t.false(existsSync(join(folder, 'nowhere')));
});
