import test from 'ava';
import { programEnvironment, programPath } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { openTerminal } from '../helpers/terminal.js';

test('ACCESSIBLE=1 opens the app as plain lines with roles, outside the alternate screen', async (t) => {
  const app = openTerminal({
    command: process.execPath,
    args: [programPath, 'demo'],
    env: programEnvironment(temporaryFolder(t), { ACCESSIBLE: '1' }),
  });
  t.teardown(() => app.close());
  await app.waitFor(/^listitem: \(selected\) 76, Clyde/m);
  t.false(app.alternate());
  app.press('q');
  t.is((await app.exit).code, 0);
});
