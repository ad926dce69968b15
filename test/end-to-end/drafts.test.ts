/** What was typed and not saved yet, after the program or the terminal went away. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { keys, openProgram, type TerminalSession } from '../helpers/terminal.ts';
import { until } from '../helpers/until.ts';

/** Settles when some file of a folder holds a text. */
async function kept(folder: string, text: string): Promise<void> {
  // Temporary files come and go while this looks, and what is only in one of those is not kept yet.
  const textOf = (path: string): string => {
    try {
      return !basename(path).startsWith('.new-') && statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
    } catch {
      return '';
    }
  };
  const holds = (): boolean =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) =>
      textOf(join(folder, name)).includes(text),
    );
  await until(`"${text}" is in a file of ${folder}`, holds);
}

function openIn(t: ExecutionContext, home: string): TerminalSession {
  const app = openProgram(t, home, {
    env: { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'pst_test' },
  });
  return app;
}

for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
  test(`half a name is there again after ${signal}`, async (t) => {
    const home = temporaryFolder(t);
    const app = openIn(t, home);
    await app.waitFor('○ offline');
    app.press('aHalf a ho', keys.tab, '7');
    await app.waitFor('> Category  7');
    if (signal === 'SIGKILL') {
      // A crash costs at most the last quarter of a second.
      await kept(home, 'Half a ho');
    }

    app.signal(signal);
    await app.exit;

    const again = openIn(t, home);
    await again.waitFor('○ offline');
    again.press('a');
    await again.waitFor('Typed before');
    t.is(again.screen()[2], '> Name      Half a ho');
    again.press(keys.right, 'rse', keys.tab, '7', keys.ctrl('s'));
    await again.waitFor(/Q-1 +Half a horse/);
    again.press('q');
    t.is((await again.exit).code, 0);
  });
}
