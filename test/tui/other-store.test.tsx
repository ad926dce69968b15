import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { keys } from '../helpers/terminal.ts';
import { questionIn, renderApp, type RenderedApp, type RenderOptions } from '../helpers/render-app.tsx';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { slowDisk, untilLeft } from './fixture/slow-disk.ts';

/** The app with a second store, and the way there. */
async function twoStores(
  t: ExecutionContext,
  options: RenderOptions = {},
): Promise<{ readonly app: RenderedApp; readonly goToOther: () => Promise<void> }> {
  const app = await renderApp(t, options);
  await app.workspace.addProfile({ name: 'other', baseUrl: 'https://other.example.org/v1' });
  return {
    app,
    async goToOther() {
      app.press(':profile other', keys.enter);
      await app.waitFor(() => app.app.model.get().session?.profile.name === 'other');
      await app.waitFor('[1 All]');
    },
  };
}

/** Begins to save Rex of category 3 and leaves the form. Resolves with what lets the saving come to its end. */
async function saveSlowly(app: RenderedApp): Promise<() => void> {
  const disk = slowDisk(app);
  app.press('a', 'Rex', keys.tab, '3', keys.ctrl('s'), keys.escape);
  await untilLeft(app, disk);
  return () => disk.resolve(undefined);
}

for (const [how, opens] of [
  ['opened', true],
  ['could not be opened', false],
] as const) {
  test(`keys that are typed while a store is being opened are for its list, or for nothing (${how})`, async (t) => {
    const { app } = await twoStores(t);
    const { workspace } = app;
    const open = workspace.openSession.bind(workspace);
    const halt = Promise.withResolvers<undefined>();
    app.workspace.openSession = async (name) => {
      await halt.promise;
      return opens ? await open(name) : await Promise.reject(new Error('It is locked.'));
    };
    app.press(':profile other', keys.enter, 'aqq');
    await app.waitFor('pening');
    app.press('Zo\t3');
    for (let turn = 0; turn < 50; turn += 1) {
      await new Promise(setImmediate);
    }

    halt.resolve(undefined);
    const lines = await app.waitFor(opens ? '> Category  3' : 'It is locked.');
    t.is(app.app.model.get().screens.at(-1)?.name, opens ? 'form' : 'first-run');
    t.is(
      lines.some((line) => line.includes('Name      qqZo')),
      opens,
    );
    t.is(app.quits(), 0);
  });
}

test('whoever opens another store is told what waits in the one that is left, and what sends it', async (t) => {
  const { app } = await twoStores(t, { size: [120, 30] });
  app.workspace.drafts.set('other', { name: 'Rex', category: '3', status: '' });
  app.press(':profile other', keys.enter);
  const said = questionIn(await app.waitFor('goes on with it'));
  t.regex(said, /In main 1 animal is queued: it is sent while main is open, or by `petstore sync --profile main`\./u);
});

test('a store that hangs while it is being opened is left by q or Ctrl-C', async (t) => {
  const { app } = await twoStores(t);
  app.workspace.openSession = () => new Promise(() => undefined);
  app.press(':profile other', keys.enter, 'q');
  await app.waitFor(() => app.quits() === 1);
  app.press('abc', keys.ctrl('c'));
  await app.waitFor(() => app.quits() === 2);
  t.pass();
});

test('what ends in a store that was left is nothing that u takes back in another one', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(file, 'name,category\nRex,dogs\n');
  const { app, goToOther } = await twoStores(t, { size: [160, 24] });
  const importPets = app.engine.importPets.bind(app.engine);
  const [begun, halt] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  app.engine.importPets = async (...all) => {
    begun.resolve(undefined);
    await halt.promise;
    return importPets(...all);
  };
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('Nothing is queued yet');
  app.clock.now += 400;
  app.press(keys.enter);
  await begun.promise;
  await goToOther();
  halt.resolve(undefined);
  await app.waitFor('1 animal is queued in main, where it was imported to');
  app.press('u');
  await app.waitFor('Nothing that was done in this window is left to take back.');
  t.deepEqual(app.asked('discard'), []);
});

test('an animal that was saved slowly takes no draft of the store that was opened meanwhile, and leaves none in its own', async (t) => {
  const { app, goToOther } = await twoStores(t);
  const finishSaving = await saveSlowly(app);
  await goToOther();
  app.press('a', 'Luna', keys.escape);
  await app.waitFor('What you typed is kept');
  finishSaving();
  await app.waitFor(() => app.asked('add').length > 0);
  await app.waitFor('Rex');
  t.is(app.workspace.drafts.get('other')?.name, 'Luna');
  t.false(app.workspace.drafts.has('main'));
  t.false(
    app.lines().some((line) => line.includes('Queued as')),
    'it is queued elsewhere',
  );
});

test('what a store answers after another one was opened is not said there', async (t) => {
  const { app, goToOther } = await twoStores(t);
  const halt = Promise.withResolvers<boolean>();
  app.engine.refresh = () => halt.promise;
  app.press('r');
  await goToOther();
  halt.resolve(false);
  await halt.promise;
  app.press('j');
  await app.waitFor(' 2 of');
  t.false(app.lines().some((line) => line.includes('could not be read')));
});

test('what waited its turn when another store was opened is not done, and that is said', async (t) => {
  const { app, goToOther } = await twoStores(t, { size: [160, 24] });
  const halt = Promise.withResolvers<undefined>();
  const hold = app.engine.hold.bind(app.engine);
  app.engine.hold = async (localId) => {
    await halt.promise;
    return hold(localId);
  };
  app.press('2');
  await app.waitFor('Q-3');
  app.press('j', 'z', 'u');
  await app.waitFor('This waits until what was begun before is done');
  await goToOther();
  halt.resolve(undefined);
  await app.waitFor('what waited its turn in main was not done');
  t.deepEqual(app.asked('release'), []);
});

test('the welcome tells of animals that wait although no store is set up', async (t) => {
  const app = await renderApp(t, { firstRun: true, stranded: ['1 animal waits for https://old.example/v1'] });
  const screen = await app.waitFor('1 animal waits for https://old.example/v1; `petstore status` in a');
  t.true(screen.some((line) => line.includes('Which store do you want')));
});

test('commands that need a store say so where none is open', async (t) => {
  const app = await renderApp(t, { firstRun: true });
  await app.waitFor('Welcome');
  for (const command of ['offline', 'online', 'sync', 'refresh']) {
    app.app.model.open({ name: 'list' });
    app.press(`:${command}`, keys.enter);
    await app.waitFor('No store is open.');
    app.press(keys.escape);
    await app.waitFor('Welcome');
  }

  t.deepEqual(app.engine.asked, []);
});
