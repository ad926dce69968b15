import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { copyProject } from '../helpers/copy-project.js';
import { programEnvironment } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { openTerminal } from '../helpers/terminal.js';

test('npm run dev opens the app, ends it at a change, says where a build fails, and opens the app anew at the next change', async (t) => {
  const folder = copyProject(t);
  const titles = join(folder, 'source/tui/frame/title-line.tsx');
  const before = readFileSync(titles, 'utf8');
  const after = before.replace(`Keys: `, `All keys: `);
  t.not(after, before, 'the title of a screen stands in this file');
  const save = (text: string): void => writeFileSync(titles, text);
  const session = openTerminal({
    command: process.execPath,
    args: ['scripts/dev.ts'],
    cwd: folder,
    env: programEnvironment(temporaryFolder(t)),
  });
  t.teardown(() => session.close());

  await session.waitFor('[1 Pets]', 60_000);
  save(`${before}\nconst = ;\n`);
  await session.waitFor('Nothing to show', 60_000);
  save(after);
  await session.waitFor('[1 Pets]', 60_000);
  session.press('?');
  await session.waitFor('All keys: ');
  session.press('q');
  await session.waitFor('[All ');
  session.press('q');
  t.is((await session.exit).code, 0);
});
