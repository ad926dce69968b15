import { EventEmitter } from 'node:events';
import test from 'ava';
import { runApp } from '../../../source/tui/run/run-app.tsx';
import { createFakeEngine } from '../../helpers/fake-engine.ts';
import { createFakeWorkspace } from '../../helpers/fake-workspace.ts';
import { keys } from '../../helpers/terminal.ts';
import { until } from '../../helpers/until.ts';
import { makePets, sceneTime } from '../fixture/scene.ts';

test('what is typed right before Ctrl-Z is written before the program is stopped, which may be for ever', async (t) => {
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
      suspend: () => Promise.resolve(void kept.push(workspace.drafts.get('main')?.name)),
    },
  );
  await until('the rows are there', () => written.includes('Luna') && stdin.listenerCount('data') > 0);
  stdin.emit('data', 'a');
  await until('the form is open', () => written.includes('Add an animal'));
  for (const key of ['H', 'a', 'l', 'f', keys.escape, keys.ctrl('z')]) {
    stdin.emit('data', key);
  }

  await until('it is stopped', () => kept.length > 0);
  t.deepEqual(kept, ['Half']);
  stdin.emit('data', keys.ctrl('c'));
  t.is(await left, 0);
});
