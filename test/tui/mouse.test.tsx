import test from 'ava';
import { renderApp } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';

const report = (button: number, x: number, y: number, end = 'M'): string => `\u001B[<${button};${x + 1};${y + 1}${end}`;
const at = (lines: readonly string[], text: string): readonly [x: number, y: number] => {
  const y = lines.findIndex((line) => line.includes(text));
  return [lines[y]?.indexOf(text) ?? -1, y];
};
const click = (x: number, y: number): string => report(0, x, y) + report(0, x, y, 'm');
const cursorOn = (text: string) => (lines: readonly string[]) =>
  lines.some((line) => /^[>▌]/u.test(line) && line.includes(text));

test('a click goes to a row and opens nothing, and tabs are clicked', async (t) => {
  const app = await renderApp(t);
  const [x, y] = at(app.lines(), 'Barky');
  app.press(click(x, y), click(x, y));
  await app.waitFor(cursorOn('Barky'));
  t.is(app.app.model.get().screens.length, 1);
  app.press(click(...at(app.lines(), '2 Mine')));
  await app.waitFor((lines) => lines[0]?.includes('[2 Mine') ?? false);
  app.press(click(...at(app.lines(), '1 All')));
  await app.waitFor((lines) => lines[0]?.includes('[1 All') ?? false);
  app.press(click(...at(app.lines(), 'sold')));
  await app.waitFor((lines) => lines[1]?.includes('sold 3]') ?? false);
});

test('the wheel scrolls the list, over its pane too', async (t) => {
  const app = await renderApp(t, { size: [120, 15] });
  app.press('gg');
  const { index } = app.app.model.get().positions.list;
  app.press(report(65, 10, 5));
  t.is(app.app.model.get().positions.list.index, index + 3);
  app.press(report(65, 110, 5));
  t.is(app.app.model.get().positions.list.index, index + 6);
  app.press(report(64, 10, 5));
  app.press(report(64, 10, 5));
  t.is(app.app.model.get().positions.list.index, index);
});

test('clicks outside, beside the answers of a question, in a form and of other buttons do nothing', async (t) => {
  const app = await renderApp(t);
  const before = app.app.model.get().positions;
  app.press(click(500, 5), click(5, 500), report(2, 5, 5), report(1, 5, 5), report(0, 5, 5, 'm'), report(35, 5, 5));
  t.is(app.app.model.get().positions, before);
  app.resize(40, 10);
  app.press(click(70, 5), click(5, 20));
  t.is(app.app.model.get().positions, before);
  app.resize(80, 24);
  app.press('*', 'd');
  const lines = await app.waitFor('y yes');
  app.clock.now += 1000;
  app.press(click(...at(lines, 'Question')), click(5, 5), click(0, 0));
  t.is(app.app.model.get().prompt?.kind, 'confirm');
  app.press('n', 'a', 'Luna');
  await app.waitFor('Luna');
  app.press(click(...at(app.lines(), 'Ctrl-S')));
  await new Promise(setImmediate);
  t.deepEqual(app.asked('add'), []);
  app.press(keys.escape);
});

test('from 170 columns the categories stand at the left, and a click on one filters by it', async (t) => {
  const app = await renderApp(t, { size: [170, 30] });
  t.regex(app.lines()[2] ?? '', /^ CATEGORY +│ +ID/u);
  t.regex(app.lines()[4] ?? '', /^ Cats +▇+ 3 +│/u, 'each with its count');
  app.press(click(...at(app.lines(), 'Cats ')));
  await app.waitFor('Filter: cat:Cats');
  await app.waitFor('[All 4/15+]');
  t.is(app.app.model.get().fields.filter.before, 'cat:Cats', 'as if it had been typed');
  app.press(keys.escape);
  await app.waitFor('[All 15+]');
  app.press(click(...at(app.lines(), 'Barky')));
  await app.waitFor((lines) => lines.some((line) => /│ [>▌] .*Barky/u.test(line)));
  app.resize(169, 30);
  await app.waitFor((lines) => lines[2]?.startsWith('     ID') ?? false);
});
