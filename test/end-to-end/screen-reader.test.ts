import test from 'ava';
import { programEnvironment, programPath } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { openTerminal } from '../helpers/terminal.js';

for (const [how, args, env] of [
  ['--screen-reader', ['demo', '--screen-reader'], {}],
  ['ACCESSIBLE=1', ['demo'], { ACCESSIBLE: '1' }],
] as const) {
  test(`${how} opens the app as plain lines with roles, outside the alternate screen`, async (t) => {
    const app = openTerminal({
      command: process.execPath,
      args: [programPath, ...args],
      env: programEnvironment(temporaryFolder(t), env),
    });
    t.teardown(() => app.close());
    await app.waitFor(/^listitem: \(selected\) 76, Clyde/m);
    t.false(app.alternate());
    app.press('q');
    t.is((await app.exit).code, 0);
  });
}
