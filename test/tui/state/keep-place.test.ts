import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import { renderApp } from '../../helpers/render-app.tsx';

async function open(t: ExecutionContext) {
  const rendered = await renderApp(t);
  await rendered.waitFor('help');
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  // What is due since the start is written by this clock too.
  rendered.press('j');
  mock.timers.tick(250);
  const cursor = (): string | undefined => rendered.workspace.views.get('main')?.cursor;
  return { rendered, cursor };
}

test.serial('what the app told, and was read, is no news to a window that is opened beside it', async (t) => {
  const { rendered } = await open(t);
  rendered.clock.now += 60_000;
  const told = new Date(rendered.clock.now).toISOString();
  const message = { text: '6 animals are on the store.', tone: 'good' } as const;
  rendered.app.model.say(message);
  rendered.app.model.say(undefined);
  mock.timers.tick(250);
  t.is(rendered.workspace.views.get('main')?.leftAt, told);
});

test.serial('a draft is written in time, however often the list behind it moves', async (t) => {
  const { rendered } = await open(t);
  const { model } = rendered.app;
  rendered.press('a');
  rendered.press('L');
  await rendered.waitFor(/Name +L/);
  for (let change = 0; change < 4; change += 1) {
    const { positions } = model.get();
    model.move('list', { ...positions.list, key: String(change) });
    mock.timers.tick(100);
  }

  t.deepEqual(
    [...rendered.workspace.drafts.values()].map(({ name }) => name),
    ['L'],
  );
});
