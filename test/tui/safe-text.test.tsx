import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import type { Pet } from '../../source/domain/pet.ts';
import { cellWidth } from '../../source/platform/text/terminal-text.ts';
import { keys } from '../helpers/terminal.ts';
import { renderApp } from '../helpers/render-app.tsx';

const names = [
  'plain',
  '\u001B]52;c;ZXZpbA==\u0007clip',
  '\u001B]8;;https://example.org\u001B\\link\u001B]8;;\u001B\\',
  '\u001B]0;title\u0007',
  '\u001B[2J\u001B[Hgone',
  '\u009B31mC1',
  'abc\u202Edef',
  '\u2066iso\u2069late',
  'zero\u200Bwidth\u{E0041}',
  'tab\tnew\nline',
  'ポチとタマの大きな家ポチとタマの大きな家',
  '👨‍👩‍👧‍👦 family 👍🏽 ❤️',
  'Ame\u0301lie Zoe\u0308',
  'שלום עולם',
  'السلام عليكم',
  'é'.repeat(5000),
  `a${'\u0330'.repeat(300)}`,
];
const pets = names.map((name, index): Pet => ({
  id: String(index + 1) as Int64,
  name,
  categoryId: '3' as Int64,
  status: 'sold',
}));

const acts = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;

test('hostile and foreign names leave every column where it is', async (t) => {
  const app = await renderApp(t, { size: [80, 30], engine: { pets, entries: [] } });
  const lines = await app.waitFor('plain');
  const [, , heading = ''] = lines;
  const rows = lines.slice(3, 3 + names.length);
  t.is(rows.length, names.length);
  for (const row of rows) {
    t.notRegex(row, acts);
    t.is(cellWidth(row.slice(0, row.lastIndexOf('sold'))), heading.indexOf('STATUS') + 2, row);
  }
});

test('details show how a name that hides something is spelt', async (t) => {
  const app = await renderApp(t, { engine: { pets: [pets[8]!], entries: [] } });
  app.press(keys.enter);
  t.deepEqual(
    (await app.waitFor((lines) => lines.at(-1)?.includes('back') === true))
      .slice(1, 4)
      .filter((line) => !line.includes('sold')),
    [' #9  zero�width�', ' Spelt zero\\u{200b}width\\u{e0041}'],
  );
});

test('matches are found in a name whatever it is made of', async (t) => {
  const app = await renderApp(t, { engine: { pets, entries: [] } });
  app.press('/', 'zoë');
  await app.waitFor('1 of 1');
  t.true(app.lines().some((line) => line.includes('Amélie Zoë')));
});
