import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { keys } from '../helpers/terminal.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

type App = Awaited<ReturnType<typeof renderApp>>;

/** Types `:import`, and waits until it is shown what would be queued. */
async function preview(app: App, typed: string): Promise<readonly string[]> {
  app.press(`:import ${typed}`, keys.enter);
  const lines = await app.waitFor('can be imported');
  app.clock.now += 400;
  return lines;
}

const entriesOf = (app: App): readonly string[] =>
  app.engine.snapshot().entries.map(({ name, state }) => `${name} ${state}`);
/** What was entered since there were so many. */
const enteredSince = (app: App, before: readonly string[]): readonly string[] => entriesOf(app).slice(before.length);

test(':import shows the animals of a file, Enter queues them, and one u takes all of them back', async (t) => {
  const file = join(temporaryFolder(t), 'my animals.csv');
  writeFileSync(file, 'name,category\nRex,dogs\nLuna,Cats (2)\nTom,7\n');
  const app = await renderApp(t);
  const before = entriesOf(app);
  const lines = await preview(app, `"${file}"`);
  t.regex(lines[1] ?? '', /^ Import 3 animals from my animals\.csv/);
  t.regex(lines.join('\n'), /line 2 +Rex, Dogs, status not set/);
  app.press(keys.enter);
  await app.waitFor('3 animals are queued. u takes back');
  t.deepEqual(enteredSince(app, before), ['Rex queued', 'Luna queued', 'Tom queued']);
  app.press('u');
  await app.waitFor('Taken back: 3 animals are discarded.');
  t.deepEqual(enteredSince(app, before), ['Rex discarded', 'Luna discarded', 'Tom discarded']);
});

test('nothing of a file is queued by Esc, nor by an Enter that came with the preview', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(file, 'name,category\nRex,dogs\n');
  const app = await renderApp(t);
  const before = entriesOf(app);
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('Nothing is queued yet');
  app.press(keys.enter, 's', 'h');
  t.is(app.app.model.get().screens.at(-1)?.name, 'import');
  app.clock.now += 400;
  app.press('s');
  await app.waitFor('Nothing was queued: none is like another');
  app.press(keys.escape);
  await app.waitFor('NAME');
  t.deepEqual(entriesOf(app), before);
});

test('what is like an animal that is there, or twice in the file, is shown first, and s leaves it out', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  const app = await renderApp(t, { size: [80, 30] });
  const pet = app.engine.snapshot().pets[0]!;
  writeFileSync(file, `name,category\nRexy,dogs\n${pet.name},${pet.categoryId}\nFina,dogs\nFina,dogs\n`);
  const before = entriesOf(app);
  const lines = await preview(app, file);
  const text = lines.join('\n');
  t.true(text.includes('4 animals can be imported.'), text);
  t.regex(text, new RegExp(`line 3 +${pet.name}, .*; like #${pet.id}`));
  t.regex(text, /line 5 +Fina, Dogs, status not set; like line 4/);
  t.true(text.indexOf('line 5') < text.indexOf('line 2'), text);
  app.press('s');
  await app.waitFor('2 animals are queued');
  t.deepEqual(enteredSince(app, before), ['Rexy queued', 'Fina queued']);
});

test('in a narrow window all answers of an import have room, and the way out', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  const app = await renderApp(t, { size: [40, 15] });
  const pet = app.engine.snapshot().pets[0]!;
  writeFileSync(file, `name,category\nRexy,dogs\n${pet.name},${pet.categoryId}\n`);
  const lines = await preview(app, file);
  t.is(lines.at(-1)?.trim(), 'Enter queue all  s unlike  h held  Esc');
});

test('h queues a file as held, in the smallest window too', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(file, 'name,category\nRexy,dogs\nFina,dogs\n');
  const app = await renderApp(t, { size: [40, 15] });
  const before = entriesOf(app);
  const lines = await preview(app, file);
  t.true(lines.every((line) => line.length <= 40));
  app.press('h');
  await app.waitFor('2 animals are held');
  t.deepEqual(enteredSince(app, before), ['Rexy held', 'Fina held']);
});

test('columns are named once for a header: the next file with it asks for nothing', async (t) => {
  const folder = temporaryFolder(t);
  const [first, second] = [join(folder, 'may.csv'), join(folder, 'june.csv')];
  writeFileSync(first, '\uFEFFNo;Called;Species;Comment\n1;Rexy;dogs;shy\n2;Fina;Cats;\n');
  writeFileSync(second, 'no;called;species;comment\n3;Tomy;7;\n');
  const app = await renderApp(t, { size: [80, 24] });
  const before = entriesOf(app);
  app.press(`:import ${first}`, keys.enter);
  const lines = await app.waitFor('Which column is the name?');
  t.true(lines.some((line) => /Called +Rexy, Fina/.test(line)));
  app.clock.now += 400;
  // What stands below it tells: no number is a name.
  await app.waitFor(/^ [▌>] Called/);
  app.press(keys.enter);
  // Its title tells.
  await app.waitFor('Which column is the category?');
  await app.waitFor(/^ [▌>] Species/);
  await app.waitFor('name <- Called');
  app.press(keys.enter);
  await app.waitFor('Which column is the status?');
  app.press('G', keys.enter);
  await app.waitFor('Nothing is queued yet');
  await app.waitFor('2 animals can be imported');
  app.clock.now += 400;
  app.press(keys.enter);
  await app.waitFor('2 animals are queued');
  await preview(app, second);
  await app.waitFor('Columns, as said for this header before: name is "called", category is');
  app.press(keys.enter);
  await app.waitFor('1 animal is queued');
  t.deepEqual(enteredSince(app, before), ['Rexy queued', 'Fina queued', 'Tomy queued']);
});

test('a column of statuses is offered as the status, whatever its title: Enter thrice loses none', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(file, 'Lage;Wer;Gruppe\nSold;Rexy;dogs\n;Fina;Cats\nlost;Nobody;Cats\navailable;Tomy;Cats\n');
  const app = await renderApp(t, { size: [80, 24] });
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('Which column is the name?');
  app.clock.now += 400;
  app.press(keys.enter);
  await app.waitFor('Which column is the category?');
  app.press(keys.enter);
  await app.waitFor('Which column is the status?');
  await app.waitFor('name <- Wer');
  await app.waitFor('category <- Gruppe');
  await app.waitFor(/^ [▌>] Lage +Sold, lost, available/);
  app.press(keys.enter);
  const lines = await app.waitFor('3 animals can be imported');
  t.regex(lines.join(' '), /Rexy, Dogs, sold .*Tomy, Cats, available/);
});

test(':import leaves out what was imported before, and says so; --again queues it once more', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  const app = await renderApp(t, { size: [80, 24] });
  writeFileSync(file, 'name,category,status\nRexy,dogs,\nMax,dogs,\nTom,dogs,gone\n');
  const asked: unknown[] = [];
  app.engine.compareImport = () => Promise.resolve({ known: [0], corrections: [], at: '2026-11-21T09:00:00.000Z' });
  const importPets = app.engine.importPets.bind(app.engine);
  app.engine.importPets = (pets, options) => {
    asked.push([options.onlyNew, options.again]);
    return importPets(pets, options);
  };
  const lines = await preview(app, file);
  t.regex(lines.join(' '), /1 row was imported on .*: line 2\./);
  t.regex(lines.join(' '), /1 animal can be imported, and 1 row cannot, and 1 row is left out\./);
  app.press(keys.enter);
  await app.waitFor(/animals? (?:is|are) queued/);
  t.regex((await preview(app, `${file} --again`)).join(' '), /2 animals can be imported, and 1 row cannot\./);
  app.press(keys.enter);
  await app.waitFor(/animals? (?:is|are) queued/);
  t.deepEqual(asked, [
    [true, false],
    [false, true],
  ]);
  app.engine.compareImport = () => Promise.resolve({ known: [0, 1], corrections: [], at: '2026-11-21T09:00:00.000Z' });
  app.press(`:import ${file}`, keys.enter);
  const refused = (await app.waitFor('Nothing was queued. 2 rows were imported')).join(' ');
  t.regex(
    refused.replaceAll(/\s+/gu, ' '),
    /`--again` queues them once more, typed after the file\. 1 row cannot be imported \(line 4, status: .*"gone" is not\)/,
  );
});

test(':import takes the encoding of a file that is not UTF-8, as its refusal says', async (t) => {
  const file = join(temporaryFolder(t), 'my animals.csv');
  writeFileSync(file, Buffer.from('name,category\nJörg,2\n', 'latin1'));
  const app = await renderApp(t);
  app.press(`:import ${file}`, keys.enter);
  const refused = (await app.waitFor('No animal was queued')).join(' ').replaceAll(/\s+/gu, ' ');
  t.regex(refused, /name its encoding after the file: `--encoding windows-1252`/u);
  for (const typed of [
    `${file} --encoding windows-1252`,
    `"${file}" --again --encoding=windows-1252`,
    `${file} --encoding windows-1252 --again `,
    `--encoding windows-1252 --again ${file}`,
    `--again "${file}" --encoding="windows-1252"`,
    `--encoding 'windows-1252' ${file}`,
  ]) {
    t.regex((await preview(app, typed)).join(' '), /Jörg/u, typed);
    app.press(keys.escape);
    await app.waitFor(/^ +ID/mu);
  }
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
  await preview(app, file);
  app.press(keys.enter, 'u');
  await app.waitFor('u takes it back once it is');
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('one file at a time');
  halt.resolve(undefined);
  await app.waitFor('1 animal is queued');
  app.press('u');
  t.true((await app.waitFor('Rex is taken back and not sent')).length > 0);
});

test('a form that was opened while a file was read is not covered by it', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(file, 'name,category\nRex,dogs\n');
  const app = await renderApp(t, { size: [160, 24] });
  const halt = Promise.withResolvers<undefined>();
  app.engine.load = () => halt.promise;
  app.press(`:import ${file}`, keys.enter, 'aLu');
  halt.resolve(undefined);
  await app.waitFor('is read, and nothing is queued');
  app.press('na');
  await app.waitFor('Luna');
  t.is(app.app.model.get().screens.at(-1)?.name, 'form');
});

test('what of the saved list is not read yet counts for an import', async (t) => {
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
  t.pass();
});

test('every mistake of a file is shown with its line, and what can be read is queued all the same', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(
    file,
    `name,categoryId,status\nRex,3,sold\n${Array.from({ length: 40 }, (_, row) => `Max,3,lost${row}\n`).join('')}`,
  );
  const app = await renderApp(t, { size: [40, 15] });
  const before = entriesOf(app);
  const lines = await preview(app, file);
  t.true(lines.some((line) => line.includes('and 40 rows')));
  t.true(lines.every((line) => line.length <= 40));
  app.press('G');
  await app.waitFor('line 2');
  app.press('g', 'g', ...Array.from({ length: 3 }, () => 'j'));
  await app.waitFor('line 3, status: it must be available');
  app.press(keys.enter);
  await app.waitFor('40 rows cannot be');
  t.deepEqual(enteredSince(app, before), ['Rex queued']);
});

test('a file of mistakes alone is a list of them, which the next file takes away', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(file, 'name,categoryId,status\nRex,x,sold\n');
  const app = await renderApp(t, { size: [40, 15] });
  const before = entriesOf(app);
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('line 2, categoryId');
  app.press(keys.escape);
  await app.waitFor('[1');
  await app.waitFor('ID');
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('line 2, categoryId');
  t.deepEqual(entriesOf(app), before);
  writeFileSync(file, 'name,categoryId,status\nRex,3,sold\n');
  const after = await preview(app, file);
  t.false(after.some((line) => line.includes('Mistakes in')));
  app.press(keys.escape);
  await app.waitFor('[1');
});
