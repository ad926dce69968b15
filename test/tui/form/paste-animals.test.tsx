/** Thirty names pasted into the form are thirty animals, if a person says so, and one line of text if not. */
import test, { type ExecutionContext } from 'ava';
import { ActionError } from '../../../source/sync/api.ts';
import { questionIn, renderApp } from '../../helpers/render-app.tsx';
import { keys } from '../../helpers/terminal.ts';

const names = Array.from({ length: 30 }, (_, place) => `Pup ${place + 1}`);

async function openForm(t: ExecutionContext) {
  const app = await renderApp(t, { settings: { restMs: 5000 } });
  app.press('a', keys.tab, '3', keys.shiftTab);
  await app.waitFor(/^> Name/u);
  return app;
}

test('thirty pasted lines are offered as thirty animals, which one u takes back', async (t) => {
  const app = await openForm(t);
  app.press(keys.paste(`${names.join('\r\n')}\n\n`));
  const question = questionIn(await app.waitFor('30 lines'));
  t.true(question.includes('30 lines: add 30 animals of this category and status?'), question);
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('30 animals are queued; after Esc u takes them back');
  const added = app.engine.snapshot().entries.slice(-30);
  t.deepEqual(
    added.map(({ name }) => name),
    names,
  );
  t.true(added.every(({ categoryId, state }) => categoryId === '3' && state === 'queued'));
  const lines = await app.waitFor(/^> Name *$/mu);
  t.regex(lines.join('\n'), /^ Add another like Pup 30/mu, 'what they had in common is carried on, and no draft');
  app.press(keys.escape);
  t.notRegex((await app.waitFor(/^ +ID/mu)).join('\n'), /What you typed is kept/u);
  app.press('u');
  await app.waitFor('Taken back: 30 animals are discarded.');
});

test('a category that is chosen before the lines are pasted counts, though a draft came up', async (t) => {
  const app = await renderApp(t);
  app.workspace.drafts.set('main', { name: 'Old', category: '', status: '' });
  app.press('a', keys.tab, '3', keys.shiftTab, keys.paste('Luna\nRex'));
  await app.waitFor('2 lines: add 2 animals');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('2 animals are queued');
  t.deepEqual(
    app.engine
      .snapshot()
      .entries.slice(-2)
      .map(({ name, categoryId }) => `${name} ${categoryId}`),
    ['Luna 3', 'Rex 3'],
  );
});

test('where they cannot be saved the lines stay in the form', async (t) => {
  const onAdd = (): never => {
    throw new ActionError({ code: 'disk_full', message: 'The animal was not saved: the disk is full.' });
  };
  const app = await renderApp(t, { engine: { onAdd } });
  app.press('a', keys.tab, '3', keys.shiftTab, keys.paste('Luna\nRex'));
  await app.waitFor('2 lines: add 2 animals');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('the disk is full');
  await app.waitFor(/^> Name +Luna Rex/u);
  t.pass();
});

test('no joins them to one name, and nothing is added', async (t) => {
  const app = await openForm(t);
  app.press(keys.paste('Luna\nRex'));
  await app.waitFor('2 lines: add 2 animals');
  app.clock.now += 400;
  app.press('n');
  await app.waitFor(/^> Name +Luna Rex/u);
  t.deepEqual(app.asked('add'), []);
});

test('without a category nothing is added, and it is said why', async (t) => {
  const app = await renderApp(t);
  app.press('a', keys.paste('Luna\nRex'));
  await app.waitFor('To add 2 animals, empty the');
  t.deepEqual(app.asked('add'), []);
});

test('that lines were joined is said as long as the text stands, and not of the next one', async (t) => {
  const app = await renderApp(t);
  const isSaid = (): boolean => app.lines().join(' ').includes('joined');
  app.press('a', keys.paste('Luna\nRex'));
  await app.waitFor('! 2 pasted lines are joined to one. To add 2 animals, empty the');
  app.press(keys.ctrl('u'), keys.paste('Max'));
  await app.waitFor(/^> Name +Max *$/mu);
  t.false(isSaid());
  app.press(keys.ctrl('u'), keys.paste('Luna\nRex'), keys.ctrl('s'));
  await app.waitFor('! Choose a category');
  t.false(isSaid());
  app.press(keys.paste('dogs\ncats'));
  await app.waitFor(/^> Category +dogs cats *$/mu);
  t.true(isSaid());
});

test('what is pasted where a choice is due is told to be left out', async (t) => {
  const app = await renderApp(t);
  for (const pasted of ['Luna', 'Luna\nRex\nMax']) {
    app.press('a', keys.tab, keys.tab, keys.paste(pasted));
    await app.waitFor('A choice takes no pasted text');
    app.press(keys.tab);
    const left = await app.waitFor(/^> Name/mu);
    t.notRegex(left.join(), /A choice takes/u, 'a name takes it');
    app.press(keys.escape);
    await app.waitFor(/^ +ID/mu);
  }

  t.is(app.workspace.drafts.get('main'), undefined);
});
