import test from 'ava';
import { openCommandWorld } from '../../helpers/command-world.js';
import { programEnvironment, programPath } from '../../helpers/program.js';
import { openTerminal } from '../../helpers/terminal.js';

const cases = [
  ['y\r', 0, 'discarded'],
  ['\r', 2, 'queued'],
  ['n\r', 2, 'queued'],
  ['\u0003', 130, 'queued'],
  ['\u0004', 2, 'queued'],
] as const;
for (const [answer, code, state] of cases) {
  test(`asked whether to discard, ${JSON.stringify(answer)} leaves the animal ${state}`, async (t) => {
    const { home, env, run, json } = await openCommandWorld(t);
    await run(['add', '--name', 'Coco', '--category', '7', '--no-wait']);
    const terminal = openTerminal({
      command: process.execPath,
      args: [programPath, 'queue', 'discard', 'Q-1'],
      env: programEnvironment(home, env),
    });
    t.teardown(() => terminal.close());
    await terminal.waitFor('Discard Q-1? [y/N]');
    terminal.press(answer);
    t.is((await terminal.exit).code, code);
    t.like(await json(['queue', 'list', '--all']), { json: { entries: [{ state }] } } as never);
  });
}
