import test from 'ava';
import { openWorldHere } from '../../helpers/command-world.ts';
import { openProgram } from '../../helpers/terminal.ts';

const cases = [
  ['y\r', 0, 'discarded'],
  ['\u0003', 130, 'queued'],
] as const;
for (const [answer, code, state] of cases) {
  test(`asked whether to discard, ${JSON.stringify(answer)} leaves the animal ${state}`, async (t) => {
    const { home, env, run, json } = await openWorldHere(t);
    await run(['add', '--name', 'Coco', '--category', '7', '--no-wait']);
    const terminal = openProgram(t, home, { args: ['queue', 'discard', 'Q-1'], env });
    await terminal.waitFor('Discard Q-1 Coco? [y/N]');
    terminal.press(answer);
    t.is((await terminal.exit).code, code);
    t.like(await json(['queue', 'list', '--all']), { json: { entries: [{ state }] } } as never);
  });
}

test('the question names each animal that it is about, and none is asked where there is none', async (t) => {
  const { home, env, run, json } = await openWorldHere(t);
  for (const name of ['Coco', 'Luna', 'Rex']) {
    await run(['add', '--name', name, '--category', '7', '--no-wait']);
  }

  await run(['queue', 'discard', 'Q-2', '--yes']);
  const terminal = openProgram(t, home, { args: ['queue', 'discard', 'Q-1', 'Q-2', 'Q-3'], env });
  await terminal.waitFor('Discard Q-1 Coco, Q-3 Rex? [y/N]');
  terminal.press('\r');
  t.is((await terminal.exit).code, 2);
  t.like(await json(['queue', 'list']), { json: { entries: [{ state: 'queued' }, { state: 'queued' }] } } as never);
  t.like(await run(['queue', 'discard', 'Q-1']), {
    code: 2,
    stderr: 'petstore: Discard Q-1 Coco? There is no terminal to ask on: use --yes. Nothing was changed.\n',
  });
  t.is((await run(['queue', 'discard', 'Q-9'])).code, 3);
  t.is((await run(['queue', 'discard', 'Q-2'])).stderr, 'petstore: Q-2 is discarded already. Nothing was changed.\n');
});
