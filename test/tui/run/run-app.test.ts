import { EventEmitter } from 'node:events';
import test from 'ava';
import { runApp } from '../../../source/tui/run/run-app.tsx';
import { createFakeEngine } from '../../helpers/fake-engine.ts';
import { createFakeWorkspace } from '../../helpers/fake-workspace.ts';
import { keys } from '../../helpers/terminal.ts';
import { until } from '../../helpers/until.ts';
import { makePets, sceneTime } from '../fixture/scene.ts';

function open() {
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    ...Object.fromEntries(
      ['setRawMode', 'setEncoding', 'resume', 'pause', 'ref', 'unref'].map((each) => [each, () => 0]),
    ),
  });
  let written = '';
  const stdout = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns: 80,
    rows: 24,
    write(bytes: string, done?: () => void) {
      written += bytes;
      done?.();
      return true;
    },
  });
  const now = (): number => sceneTime;
  const workspace = createFakeWorkspace(createFakeEngine({ pets: makePets(3), entries: [], now }));
  const kept: (string | undefined)[] = [];
  const size = { columns: 80, rows: 24 };
  const left = runApp(
    workspace,
    {
      stdin: stdin as never,
      stdout: stdout as never,
      stderr: stdout as never,
      clock: { now },
      signal: new AbortController().signal,
    },
    {
      listen: () => () => undefined,
      readSize() {
        Object.assign(stdout, size);
        stdout.emit('resize');
      },
      suspend: () => Promise.resolve(void kept.push(workspace.drafts.get('main')?.name)),
    },
  );
  return {
    kept,
    left,
    size,
    press: (key: string) => stdin.emit('data', key),
    begun: () => until('the rows are there', () => written.includes('Luna') && stdin.listenerCount('data') > 0),
    waitFor: (text: string) => until(text, () => written.includes(text)),
  };
}

test('what is typed right before Ctrl-Z is written before the program is stopped, which may be for ever', async (t) => {
  const app = open();
  await app.begun();
  app.press('a');
  await app.waitFor('Add an animal');
  for (const key of ['H', 'a', 'l', 'f', keys.escape, keys.ctrl('z')]) {
    app.press(key);
  }

  await until('it is stopped', () => app.kept.length > 0);
  t.deepEqual(app.kept, ['Half']);
  app.press(keys.ctrl('c'));
  t.is(await app.left, 0);
});

test('Ctrl-L draws in the window as it is, also where nobody told of another size', async (t) => {
  const app = open();
  await app.begun();
  Object.assign(app.size, { columns: 28, rows: 7 });
  app.press(keys.ctrl('l'));
  await app.waitFor('28x7 is here');
  app.press(keys.ctrl('c'));
  t.is(await app.left, 0);
});
