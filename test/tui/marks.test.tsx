import test from 'ava';
import { renderApp } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';
import { at, attempt, created, refused } from './fixture/scene.ts';

const sent = created('7', 'Coco', '7');

test('500 refused animals are discarded in five keys and brought back by one', async (t) => {
  const entries = Array.from({ length: 500 }, (_, index) => refused(`Q-${index + 1}`, 'Bad', 'No.'));
  const app = await renderApp(t, { engine: { entries } });
  app.press('2', '*', 'd');
  await app.waitFor('Discard 500 animals?');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('500 animals are discarded. u brings them back.');
  await app.waitFor('Discarded  500');
  app.press('u');
  await app.waitFor('Taken back: 500 animals are restored.');
  await app.waitFor('Needs you  500');
  t.pass();
});

test('a verb asks once with both numbers, and what does not allow it stays marked by nothing', async (t) => {
  const app = await renderApp(t);
  app.press('2', '*');
  await app.waitFor('4 marked');
  app.press('z');
  await app.waitFor('Hold 2 animals? 2 marked animals do not allow it.');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('2 animals are held. u releases them.');
  t.deepEqual(app.engine.asked.slice(1), ['hold Q-1', 'hold Q-3']);
});

test('Space marks and goes down, - takes all away, Esc the marks before the filter', async (t) => {
  const app = await renderApp(t);
  const marked = (): number => app.lines().filter((line) => line.charAt(1) === '*').length;
  app.press('  ');
  await app.waitFor('2 marked');
  t.is(marked(), 2);
  app.press('-');
  await app.waitFor((lines) => !lines.join().includes('2 marked'));
  app.press('/luna', keys.enter, '*');
  await app.waitFor('1 marked');
  app.press(keys.escape);
  await app.waitFor('Filter: luna');
  app.press(keys.escape);
  await app.waitFor('16 of 16');
  t.is(marked(), 0);
});

test('a mark goes with its animal onto the store, where no verb is allowed and none pretends', async (t) => {
  const app = await renderApp(t);
  app.press(' ');
  await app.waitFor('1 marked');
  app.engine.record('Q-3', attempt(0), sent);
  await app.waitFor((lines) => lines.some((line) => /^.\* +7 /.test(line)));
  app.press('d');
  await app.waitFor('None of the 1 marked animal can be discarded now.');
  t.deepEqual(app.engine.asked, ['start']);
});

test('an animal that is sent between the question and the yes is skipped and said to be', async (t) => {
  const app = await renderApp(t);
  app.press('2', '*', 'd');
  await app.waitFor('Discard 4 animals?');
  app.engine.record('Q-3', attempt(0), sent);
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('1 animal is as');
  app.press('u');
  await app.waitFor('Taken back: 3 animals are restored.');
  t.is(app.asked('restore').length, 3);
});

test('what a batch changed and was sent meanwhile is not taken back, and said to be on its way', async (t) => {
  const app = await renderApp(t);
  app.press('2', '*', 'z');
  await app.waitFor('Hold 2 animals?');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('2 animals are held.');
  app.engine.record('Q-3', { kind: 'released', at }, attempt(0), sent);
  app.press('u');
  const lines = await app.waitFor('Taken back: 1 animal is released. 1 animal is as before: Q-3');
  t.false(lines.join(' ').includes('Nothing was changed'), 'another one was');
});

test('one filter holds for all tabs, and Mine counts what it finds of what was entered here', async (t) => {
  const app = await renderApp(t);
  app.press('2/kik');
  await app.waitFor('[Mine 1]');
  app.press(keys.enter, '*');
  await app.waitFor('1 marked');
  app.press(keys.escape, keys.escape);
  await app.waitFor('[Mine 4]');
  app.press('/is:rejected', keys.enter);
  await app.waitFor('Needs you  1');
  app.press('1');
  t.regex((await app.waitFor('[1 All]')).join('\n'), /\[All 1\/15\+\] Mine 1 [^]*Filter: is:rejected/u);
  app.press('2/', keys.ctrl('u'), 'nothing like it');
  await app.waitFor('Nothing here matches');
  app.press(keys.escape, keys.escape);
  await app.waitFor('[1 All]');
  t.true(app.lines().every((line) => !line.includes('Filter')));
});
